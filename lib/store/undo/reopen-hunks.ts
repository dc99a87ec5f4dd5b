import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { groupedBy } from '@/lib/text/grouped-by'
import { recountChangeset } from '../events/recount-changeset'
import { lockChangeset } from '../events/sql/changeset-counts'
import type { RollbackResult } from '../model/rollback-plan'
import type { StoreTransaction } from '../write/store-transaction'
import {
  appliedAfter,
  appliedBy,
  type AppliedRow,
  appliedToAfter,
  deleteApplied,
  unapply,
} from './sql/applied-decisions'
import type { ChosenVersion } from './sql/chosen-versions'

/**
 * A rollback that takes back what a review applied opens its changeset again: what was decided about
 * stands again. Not that of versions which the same rollback takes back as well.
 */

const KEYS_PER_STATEMENT = 500

/**
 * After these versions were undone, as far as the plan says that they were: the decisions that they
 * applied lie in their reviewers' trays, as before. Where the memory was written again since, their
 * hunks are undecided.
 */
export async function reopenUndone(
  { sql, storeKey }: StoreTransaction,
  chosen: readonly ChosenVersion[],
  undone: RollbackResult,
): Promise<void> {
  const isTakenBack = new Set(chosen.map(({ sequence }) => sequence))
  const applied: AppliedRow[] = []
  for (const sequences of chunked([...isTakenBack], KEYS_PER_STATEMENT)) {
    for (const row of await appliedBy(sql, storeKey, sequences)) applied.push(row)
  }
  const standing = rolledBack(applied, undone).filter(
    ({ throughSequence }) => !isTakenBack.has(throughSequence),
  )
  await reopen(sql, standing, async (keys) => {
    await unapply(sql, keys)
    await deleteApplied(sql, keys)
  })
}

/**
 * After a store was restored to a sequence, as far as the plan says that it was: the hunks are
 * undecided.
 */
export async function reopenRestored(
  { sql, storeKey }: StoreTransaction,
  sequence: number,
  restored: RollbackResult,
): Promise<void> {
  const applied = rolledBack(await appliedAfter(sql, storeKey, sequence), restored)
  await reopen(sql, stoodAt(applied, sequence), (keys) => deleteApplied(sql, keys))
}

/** After one memory was restored to its version at a sequence: its hunks are undecided. */
export async function reopenInMemory(
  { sql }: StoreTransaction,
  memoryKey: number,
  sequence: number,
): Promise<void> {
  const applied = await appliedToAfter(sql, memoryKey, sequence)
  await reopen(sql, stoodAt(applied, sequence), (keys) => deleteApplied(sql, keys))
}

function rolledBack(applied: readonly AppliedRow[], { plan }: RollbackResult): AppliedRow[] {
  const memoryIds = new Set([...plan.willChange, ...plan.alreadySo].map(({ memoryId }) => memoryId))
  return applied.filter(({ memoryId }) => memoryIds.has(memoryId))
}

function stoodAt(applied: readonly AppliedRow[], sequence: number): AppliedRow[] {
  return applied.filter(({ throughSequence }) => throughSequence <= sequence)
}

async function reopen(
  tx: WriteSql,
  decisions: readonly AppliedRow[],
  takeBack: (keys: readonly number[]) => Promise<void>,
): Promise<void> {
  const byChangeset = groupedBy(decisions, ({ changesetKey }) => changesetKey)
  // In one order, so that two rollbacks never wait for each other.
  const changesets = [...byChangeset].toSorted(([one], [other]) => one - other)
  for (const [changesetKey, rows] of changesets) {
    await lockChangeset(tx, changesetKey)
    for (const part of chunked(rows, KEYS_PER_STATEMENT)) {
      await takeBack(part.map(({ key }) => key))
    }
    const memoryKeys = new Set(rows.map(({ memoryKey }) => memoryKey))
    await recountChangeset(tx, changesetKey, [...memoryKeys])
  }
}
