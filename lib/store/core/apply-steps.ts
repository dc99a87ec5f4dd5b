import type { AppliedStep, HistoryStep } from '../model/history-step'
import { refuse } from '../model/problems'
import { checkContent, checkPath } from './check-input'
import { findMemory, findMemoryRow } from './find'
import { type MemoryState, stateOf } from './memory-state'
import { isLive, type MemoryRow } from './rows'
import { refuseQuarantined } from './refuse-quarantined'
import type { StoreTransaction } from './store-transaction'
import { readContent } from './stored-content'
import { applyStates, insertMemory, type StateChange, type Written } from './write-memory'

/** Refuses a step with an invalid path or content. */
export function checkStep(step: HistoryStep): void {
  checkPath(step.path)
  if (step.op === 'rename') checkPath(step.from, 'from')
  if (step.op !== 'delete' && step.content !== undefined) checkContent(step.content)
}

/**
 * Applies the steps in order. Existing memories get their new states together, up to the next
 * insertion or the next step for the same memory, so that a moment can swap paths.
 */
export async function applySteps(
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
    // Before what is expected: agents expect the version that they are served.
    await refuseQuarantined(
      transaction,
      step.op === 'revive' ? { memoryId: step.memoryId } : { path: pathBefore(step) },
    )
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
        kept: null,
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
  return findMemory(transaction.sql, transaction.storeKey, { path: pathBefore(step) })
}

const pathBefore = (step: HistoryStep) => (step.op === 'rename' ? step.from : step.path)

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
  return refuse({ kind: 'memory_not_found', storeId, memoryId, path: pathBefore(step) })
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
  const { id: memoryId, sha256 } = memory
  return { path, memoryId, versionId, sequence, sha256, kept: keptAs(written) }
}

function keptAs({ masked, outcome }: Written): AppliedStep['kept'] {
  if (masked !== null) return { as: 'masked', ruleId: outcome?.ruleId ?? null }
  if (outcome?.action !== 'quarantine') return null
  return { as: 'quarantined', ruleId: outcome.ruleId }
}
