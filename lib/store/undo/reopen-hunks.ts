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
  deleteDecisions,
} from './sql/applied-decisions'
import type { ChosenVersion } from './sql/chosen-versions'

/**
 * Hunks of a changeset whose applied decisions a rollback takes back are open again: what they are
 * about stands again. Not those about versions that the same rollback takes back as well.
 */

const KEYS_PER_STATEMENT = 500

/** After these versions were undone, as far as the plan says that they were. */
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
  await reopen(
    sql,
    rolledBack(applied, undone).filter(({ throughSequence }) => !isTakenBack.has(throughSequence)),
  )
}

/** After a store was restored to a sequence, as far as the plan says that it was. */
export async function reopenRestored(
  { sql, storeKey }: StoreTransaction,
  sequence: number,
  restored: RollbackResult,
): Promise<void> {
  const applied = rolledBack(await appliedAfter(sql, storeKey, sequence), restored)
  await reopen(sql, stoodAt(applied, sequence))
}

/** After one memory was restored to its version at a sequence. */
export async function reopenInMemory(
  { sql }: StoreTransaction,
  memoryKey: number,
  sequence: number,
): Promise<void> {
  await reopen(sql, stoodAt(await appliedToAfter(sql, memoryKey, sequence), sequence))
}

function rolledBack(applied: readonly AppliedRow[], { plan }: RollbackResult): AppliedRow[] {
  const memoryIds = new Set([...plan.willChange, ...plan.alreadySo].map(({ memoryId }) => memoryId))
  return applied.filter(({ memoryId }) => memoryIds.has(memoryId))
}

function stoodAt(applied: readonly AppliedRow[], sequence: number): AppliedRow[] {
  return applied.filter(({ throughSequence }) => throughSequence <= sequence)
}

async function reopen(tx: WriteSql, decisions: readonly AppliedRow[]): Promise<void> {
  const byChangeset = groupedBy(decisions, ({ changesetKey }) => changesetKey)
  // In one order, so that two rollbacks never wait for each other.
  const changesets = [...byChangeset].toSorted(([one], [other]) => one - other)
  for (const [changesetKey, rows] of changesets) {
    await lockChangeset(tx, changesetKey)
    for (const part of chunked(rows, KEYS_PER_STATEMENT)) {
      await deleteDecisions(
        tx,
        part.map(({ key }) => key),
      )
    }
    const memoryKeys = new Set(rows.map(({ memoryKey }) => memoryKey))
    await recountChangeset(tx, changesetKey, [...memoryKeys])
  }
}
