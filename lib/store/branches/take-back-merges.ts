import { chunked } from '@/lib/text/chunked'
import { keysOfMemories } from '../memories/keys-of-memories'
import type { RollbackResult } from '../model/rollback-plan'
import type { StoreTransaction } from '../write/store-transaction'
import {
  batchesAfter,
  batchesOf,
  branchKeysOf,
  noteMerge,
  insertMergeStep,
  type MergeRow,
  mergesInto,
  type MergeStepRow,
  stepsOf,
  writtenIn,
} from './sql/agreements'
import { type BranchRow, lockedBranch, noteMerged } from './sql/branches'
import { dropMergedMemory, type MergedRow, mergedMemories, noteMergedMemory } from './sql/merging'

/**
 * A rollback of an origin that takes back what a merge brought takes back what was agreed by it: the
 * branch brings it again. That is a batch like the merge, so that undoing the rollback agrees again.
 */

const SEQUENCES_PER_QUERY = 500

/** After these versions were undone, as far as the plan says that they were. */
export async function takeBackUndone(
  transaction: StoreTransaction,
  sequences: readonly number[],
  undone: RollbackResult,
): Promise<void> {
  const { sql, storeKey } = transaction
  const merges = await mergesInto(sql, storeKey)
  if (merges.length === 0) return
  const chosen = new Set(sequences)
  const batches = new Set<number>()
  for (const some of chunked([...chosen], SEQUENCES_PER_QUERY)) {
    for (const { batchKey } of await batchesOf(sql, storeKey, some)) batches.add(batchKey ?? -1)
  }
  await takeBack(transaction, undone, {
    merges: merges.filter(({ batchKey }) => batches.has(batchKey)),
    isTakenBack: (sequence) => chosen.has(sequence),
  })
}

/** After a store was restored to a sequence, as far as the plan says that it was. */
export async function takeBackRestored(
  transaction: StoreTransaction,
  sequence: number,
  restored: RollbackResult,
): Promise<void> {
  const { sql, storeKey } = transaction
  const merges = await mergesInto(sql, storeKey)
  if (merges.length === 0) return
  const batches = new Set((await batchesAfter(sql, storeKey, sequence)).map((row) => row.batchKey))
  await takeBack(transaction, restored, {
    merges: merges.filter(({ batchKey }) => batches.has(batchKey)),
    isTakenBack: (each) => each > sequence,
  })
}

interface TakenBack {
  /** the newest first */
  merges: readonly MergeRow[]
  isTakenBack: (sequence: number) => boolean
}

async function takeBack(
  transaction: StoreTransaction,
  { plan }: RollbackResult,
  { merges, isTakenBack }: TakenBack,
): Promise<void> {
  const own = merges.filter(({ batchKey }) => batchKey !== transaction.batchKey)
  if (own.length === 0) return
  const { sql, storeKey, batchKey } = transaction
  const ids = [...plan.willChange, ...plan.alreadySo].map(({ memoryId }) => memoryId)
  const memories = new Set((await keysOfMemories(sql, ids)).values())
  const isUndone = (step: MergeStepRow) =>
    step.versionSequence !== null &&
    isTakenBack(step.versionSequence) &&
    memories.has(step.originMemoryAfter ?? step.originMemoryBefore ?? -1)
  const written = new Map(
    batchKey === null
      ? []
      : (await writtenIn(sql, batchKey)).map((row) => [row.memoryKey, row.sequence] as const),
  )
  const branches = await branchKeysOf(sql, storeKey, [...new Set(own.map((row) => row.branchId))])
  // In one order, so that two rollbacks never wait for each other.
  for (const { id, storeKey: branchKey } of branches) {
    const branch = await lockedBranch(sql, branchKey)
    if (!branch) continue
    const agreement = new Agreement(branch, await mergedMemories(sql, branchKey))
    for (const merge of own) {
      if (merge.branchId === id) agreement.takeBack(merge, await stepsOf(sql, merge), isUndone)
    }
    await write(transaction, { branchId: id, branch, agreement, written })
  }
}

type Agreed = Pick<MergedRow, 'sequence' | 'originMemoryKey'>

/** The agreement of a branch and its origin, while batches are taken back. */
class Agreement {
  readonly memories: Map<number, Agreed>
  /** the memories of which it is another, as it was before; null: they did not agree */
  readonly found = new Map<number, Agreed | null>()
  state: Pick<BranchRow, 'mergedSequence' | 'originSequence' | 'mergedAt'>

  constructor(branch: BranchRow, merged: readonly MergedRow[]) {
    this.state = branch
    this.memories = new Map(merged.map((row) => [row.memoryKey, row]))
  }

  takeBack(
    merge: MergeRow,
    steps: readonly MergeStepRow[],
    isUndone: (step: MergeStepRow) => boolean,
  ): void {
    const isWhole = steps.every((step) => step.versionSequence === null || isUndone(step))
    // What was decided without writing anything goes with the rest.
    const undone = steps.filter(
      (step) => isUndone(step) || (isWhole && step.versionSequence === null),
    )
    const isChanged = undone.map((step) => this.takeBackStep(step)).includes(true)
    if (!isChanged) return
    const { mergedSequence, originSequence } = this.state
    if (mergedSequence === merge.mergedAfter && originSequence === merge.originAfter) {
      this.state = {
        mergedSequence: merge.mergedBefore,
        originSequence: merge.originBefore,
        mergedAt: isWhole ? merge.atBefore : this.state.mergedAt,
      }
    } else if (merge.mergedBefore < mergedSequence) {
      this.state = { ...this.state, mergedSequence: merge.mergedBefore }
    }
  }

  /** Not where they agreed anew since. */
  private takeBackStep(step: MergeStepRow): boolean {
    const { memoryKey } = step
    const now = this.memories.get(memoryKey) ?? null
    const after = agreed(step.sequenceAfter, step.originMemoryAfter)
    if (now?.sequence !== after?.sequence || now?.originMemoryKey !== after?.originMemoryKey) {
      return false
    }
    if (!this.found.has(memoryKey)) this.found.set(memoryKey, now)
    const before = agreed(step.sequenceBefore, step.originMemoryBefore)
    if (before) this.memories.set(memoryKey, before)
    else this.memories.delete(memoryKey)
    return true
  }
}

function agreed(sequence: number | null, originMemoryKey: number | null): Agreed | null {
  return sequence === null ? null : { sequence, originMemoryKey }
}

interface Writing {
  branchId: string
  branch: BranchRow
  agreement: Agreement
  /** the versions of the rollback by the keys of their memories */
  written: ReadonlyMap<number, number>
}

async function write(
  { sql, storeKey, batchKey }: StoreTransaction,
  { branchId, branch, agreement, written }: Writing,
): Promise<void> {
  const { found, memories, state } = agreement
  if (found.size === 0) return
  for (const [memoryKey, before] of found) {
    const after = memories.get(memoryKey) ?? null
    const own = { storeKey: branch.storeKey, memoryKey }
    if (after) await noteMergedMemory(sql, { ...own, ...after })
    else await dropMergedMemory(sql, own)
    if (batchKey === null) continue
    const originMemory = after?.originMemoryKey ?? before?.originMemoryKey ?? -1
    await insertMergeStep(sql, {
      storeKey,
      batchKey,
      branchId,
      memoryKey,
      versionSequence: written.get(originMemory) ?? null,
      sequenceBefore: before?.sequence ?? null,
      originMemoryBefore: before?.originMemoryKey ?? null,
      sequenceAfter: after?.sequence ?? null,
      originMemoryAfter: after?.originMemoryKey ?? null,
    })
  }
  const { mergedSequence, originSequence, mergedAt: at } = state
  await noteMerged(sql, { storeKey: branch.storeKey, mergedSequence, originSequence, at })
  if (batchKey !== null) {
    await noteMerge(sql, {
      storeKey,
      batchKey,
      branchId,
      mergedBefore: branch.mergedSequence,
      originBefore: branch.originSequence,
      atBefore: branch.mergedAt,
      mergedAfter: mergedSequence,
      originAfter: originSequence,
      atAfter: at,
    })
  }
  sql.touch(branch.storeKey)
}
