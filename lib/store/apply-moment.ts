import type { Database } from '@/lib/db/database'
import type { Cause } from './actor'
import { findMemory } from './core/find'
import { beginBatch, changeStore, type Ledger } from './core/ledger'
import { bear, end, revise, stateOf, type Written } from './core/write-memory'
import { readContent } from './core/stored-content'
import { checkContent, checkPath } from './input'
import type { BatchKind } from './memory-version'
import { refuse } from './problems'

/** One thing that a moment of a history did to a path. */
export type HistoryStep =
  /** creates the memory, or replaces its content */
  | { op: 'write'; path: string; content: string }
  /** moves a memory; with `content`, changes it as well */
  | { op: 'rename'; from: string; path: string; content?: string | undefined }
  | { op: 'delete'; path: string }

export interface ApplyMomentInput {
  storeId: string
  /** when it happened, milliseconds since 1970; moved up to the store's last change where that is later */
  at?: number | undefined
  /** what the moment's versions belong to */
  batch: { kind: BatchKind; message?: string | null; reference?: string | null }
  steps: readonly HistoryStep[]
  cause: Cause
}

/** A version that a step wrote; null where everything was so already. */
export interface AppliedStep {
  path: string
  memoryId: string
  versionId: string | null
  /** the number of the version that the memory stands on after the step */
  sequence: number
}

export interface AppliedMoment {
  batchId: string
  /** when the versions are dated, milliseconds since 1970 */
  at: number
  /** one for each step, in their order */
  steps: AppliedStep[]
}

/**
 * Writes a moment of a history, a commit say, as versions of one transaction with its own time and
 * author. Refuses as the single verbs do; then nothing of the moment is written.
 */
export async function applyMoment(db: Database, input: ApplyMomentInput): Promise<AppliedMoment> {
  for (const step of input.steps) checkStep(step)
  return changeStore(
    db,
    input.storeId,
    input.cause,
    async (ledger) => {
      const batchId = await beginBatch(ledger, input.batch.kind, input.batch)
      const steps: AppliedStep[] = []
      for (const step of input.steps) steps.push(await applyStep(ledger, step))
      return { batchId, at: ledger.now, steps }
    },
    { at: input.at === undefined ? undefined : Math.min(input.at, Date.now()) },
  )
}

function checkStep(step: HistoryStep): void {
  checkPath(step.path)
  if (step.op === 'rename') checkPath(step.from, 'from')
  if (step.op !== 'delete' && step.content !== undefined) checkContent(step.content)
}

async function applyStep(ledger: Ledger, step: HistoryStep): Promise<AppliedStep> {
  const memory = await findMemory(ledger.tx, ledger.storeKey, {
    path: step.op === 'rename' ? step.from : step.path,
  })
  if (step.op === 'write') {
    const state = stateOf(step.path, step.content)
    if (!memory) return applied(step.path, await bear(ledger, state))
    if (memory.sha256 === state.sha256) {
      const { id, head_sequence } = memory
      return { path: step.path, memoryId: id, versionId: null, sequence: head_sequence }
    }
    return applied(step.path, await revise(ledger, memory, state))
  }
  if (!memory) {
    const { storeId } = ledger
    const path = step.op === 'rename' ? step.from : step.path
    return refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
  }
  if (step.op === 'delete') return applied(step.path, await end(ledger, memory))
  if (step.content !== undefined) {
    return applied(step.path, await revise(ledger, memory, stateOf(step.path, step.content)))
  }
  const bytes = await readContent(ledger.tx, ledger.storeKey, memory.head_sequence)
  return applied(
    step.path,
    await revise(ledger, memory, {
      path: step.path,
      bytes: bytes ?? Buffer.of(),
      sha256: memory.sha256,
    }),
  )
}

function applied(path: string, written: Written): AppliedStep {
  const { versionId, sequence, memory } = written
  return { path, memoryId: memory.id, versionId, sequence }
}
