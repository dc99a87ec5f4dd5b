import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { findMemory, findMemoryRow } from './core/find'
import {
  beginBatch,
  changeStore,
  dropEmptyBatch,
  type StoreTransaction,
} from './core/store-transaction'
import { isLive, type MemoryRow } from './core/rows'
import { writeSeedEntries, writeSeedReference } from './core/seed-entries'
import { type MemoryState, stateOf } from './core/memory-state'
import { applyStates, insertMemory, type StateChange, type Written } from './core/write-memory'
import { readContent } from './core/stored-content'
import { checkContent, checkPath } from './core/check-input'
import type { BatchKind } from './model/memory-version'
import { refuse } from './model/problems'
import type { Seed } from './seeds'

/** One change that a moment of a history made to a path. */
export type HistoryStep =
  /**
   * creates the memory, or replaces its content; `isAgain`: writes a version even if the content is
   * the same
   */
  | { op: 'write'; path: string; content: string; expected?: Expected; isAgain?: boolean }
  /** renames a memory; with `content`, updates it as well */
  | { op: 'rename'; from: string; path: string; content?: string | undefined; expected?: Expected }
  | { op: 'delete'; path: string; expected?: Expected }
  /** restores a deleted memory under its id */
  | { op: 'revive'; memoryId: string; path: string; content: string }

/** What the path is expected to hold: the hash of its content, null for nothing; left out: anything. */
export type Expected = string | null | undefined

export interface ApplyMomentInput {
  storeId: string
  /**
   * when it happened, milliseconds since 1970; raised to the time of the store's last change if
   * earlier
   */
  at?: number | undefined
  /** the batch of the moment's versions; null: none */
  batch: { kind: BatchKind; message?: string | null; reference?: string | null } | null
  steps: readonly HistoryStep[]
  cause: Cause
  /** the seed that these steps come from, and what to record for it */
  seed?: SeedNote | undefined
}

/**
 * What a seed records of a moment, in the moment's own transaction: an interrupted run resumes from
 * there.
 */
export interface SeedNote {
  seed: Seed
  /** the version it last wrote at each path; null: it no longer has the path */
  entries: (applied: readonly AppliedStep[]) => ReadonlyMap<string, number | null>
  /** the moment's name, if these steps complete its import */
  reference: string | null
}

/** A version that a step wrote; null where nothing had to change. */
export interface AppliedStep {
  path: string
  memoryId: string
  versionId: string | null
  /** the sequence of the memory's head after the step */
  sequence: number
  /** hash of its content after the step; null when it was deleted */
  sha256: string | null
}

export interface AppliedMoment {
  /** null if the moment had no batch or wrote no version */
  batchId: string | null
  /** the versions' date, milliseconds since 1970 */
  at: number
  /** one for each step, in order */
  steps: AppliedStep[]
}

/**
 * Writes a moment of a history, such as a commit, as versions in one transaction with its own time
 * and author. Refuses as the single verbs do; then nothing of the moment is written.
 */
export async function applyMoment(db: Database, input: ApplyMomentInput): Promise<AppliedMoment> {
  for (const step of input.steps) checkStep(step)
  return changeStore(
    db,
    input.storeId,
    input.cause,
    async (transaction) => {
      const { batch } = input
      const batchId = batch ? await beginBatch(transaction, batch.kind, batch) : null
      const steps = await applySteps(transaction, input.steps)
      if (input.seed) await noteSeed(transaction, input.seed, steps)
      const isEmpty = steps.every((step) => step.versionId === null)
      if (isEmpty && batchId !== null) await dropEmptyBatch(transaction)
      return { batchId: isEmpty ? null : batchId, at: transaction.now, steps }
    },
    {
      at: input.at === undefined ? undefined : Math.min(input.at, Date.now()),
      review: 'exempt',
    },
  )
}

async function noteSeed(
  transaction: StoreTransaction,
  { seed, entries, reference }: SeedNote,
  applied: readonly AppliedStep[],
): Promise<void> {
  await writeSeedEntries(transaction.sql, seed, entries(applied))
  if (reference !== null) await writeSeedReference(transaction.sql, seed, reference)
}

function checkStep(step: HistoryStep): void {
  checkPath(step.path)
  if (step.op === 'rename') checkPath(step.from, 'from')
  if (step.op !== 'delete' && step.content !== undefined) checkContent(step.content)
}

/**
 * Applies the steps in order. Existing memories get their new states together, up to the next
 * insertion or the next step for the same memory, so that a moment can swap paths.
 */
async function applySteps(
  transaction: StoreTransaction,
  steps: readonly HistoryStep[],
): Promise<AppliedStep[]> {
  const applied: AppliedStep[] = []
  let waiting: { change: StateChange; path: string; at: number }[] = []
  const flush = async () => {
    const written = await applyStates(
      transaction,
      waiting.map(({ change }) => change),
    )
    waiting.forEach(({ path, at }, index) => {
      const own = written[index]
      if (own) applied[at] = appliedStep(path, own)
    })
    waiting = []
  }
  const isWaiting = (memory: MemoryRow) =>
    waiting.some(({ change }) => change.memory.key === memory.key)

  for (const [at, step] of steps.entries()) {
    let memory = await memoryOfStep(transaction, step)
    if (memory ? isWaiting(memory) : waiting.length > 0) {
      await flush()
      memory = await memoryOfStep(transaction, step)
    }
    refuseUnexpected(transaction, step, memory)
    if (!memory) {
      if (step.op !== 'write') return refuseMissing(transaction, step)
      applied[at] = appliedStep(
        step.path,
        await insertMemory(transaction, stateOf(step.path, step.content)),
      )
    } else if (isAlreadySo(memory, step)) {
      const { id, head_sequence } = memory
      applied[at] = {
        path: step.path,
        memoryId: id,
        versionId: null,
        sequence: head_sequence,
        sha256: memory.sha256,
      }
    } else {
      const change = { memory, state: await stateAfter(transaction, step, memory) }
      waiting.push({ change, path: step.path, at })
    }
  }
  await flush()
  return applied
}

async function memoryOfStep(
  transaction: StoreTransaction,
  step: HistoryStep,
): Promise<MemoryRow | undefined> {
  if (step.op === 'revive') {
    const memory = await findMemoryRow(transaction.sql, transaction.storeKey, step.memoryId)
    return memory && !isLive(memory) ? memory : undefined
  }
  const path = step.op === 'rename' ? step.from : step.path
  return findMemory(transaction.sql, transaction.storeKey, { path })
}

function refuseUnexpected(
  transaction: StoreTransaction,
  step: HistoryStep,
  memory: MemoryRow | undefined,
): void {
  if (step.op === 'revive' || step.expected === undefined) return
  if (step.expected === (memory?.sha256 ?? null)) return
  const { storeId } = transaction
  refuse({ kind: 'precondition_failed', storeId, memoryId: memory?.id ?? '', path: step.path })
}

function refuseMissing(transaction: StoreTransaction, step: HistoryStep): never {
  const { storeId } = transaction
  const memoryId = step.op === 'revive' ? step.memoryId : null
  const path = step.op === 'rename' ? step.from : step.path
  return refuse({ kind: 'memory_not_found', storeId, memoryId, path })
}

function isAlreadySo(memory: MemoryRow, step: HistoryStep): boolean {
  if (step.op !== 'write' || step.isAgain) return false
  return stateOf(step.path, step.content).sha256 === memory.sha256
}

async function stateAfter(
  transaction: StoreTransaction,
  step: HistoryStep,
  memory: MemoryRow,
): Promise<MemoryState | null> {
  if (step.op === 'delete') return null
  if (step.content !== undefined) return stateOf(step.path, step.content)
  const bytes = await readContent(transaction.sql, transaction.storeKey, memory.head_sequence)
  return { path: step.path, bytes: bytes ?? Buffer.of(), sha256: memory.sha256 ?? '' }
}

function appliedStep(path: string, written: Written): AppliedStep {
  const { versionId, sequence, memory } = written
  return { path, memoryId: memory.id, versionId, sequence, sha256: memory.sha256 }
}
