import type { Database } from '@/lib/db/database'
import { linkedBranches, type LinkedBranchRow } from '../branches/sql/branches'
import type { Cause } from '../model/actor'
import { compressStore } from '../contents/compress-versions'
import { storeById } from '../stores/sql/stores'
import { findStore } from '../write/store-transaction'
import { emptyAgain } from './redact-again'
import { copyOfVersion } from './sql/versions'

/**
 * Redacts in branches what is redacted in their origin: they have the same changes under the same
 * numbers.
 */

/**
 * These stores, the branches that were made from them, those made from these, and so on, also by way
 * of one that is deleted and not purged yet. Refuses `store_not_found` for those that are asked for.
 */
export async function withBranches(db: Database, storeIds: readonly string[]): Promise<string[]> {
  const all = new Set(storeIds)
  for (const storeId of storeIds) {
    const { key } = await findStore(db.read, storeId)
    for await (const { id, deletedAt } of branchesBelow(db, key)) {
      if (deletedAt === null) all.add(id)
    }
  }
  return [...all]
}

async function* branchesBelow(db: Database, storeKey: number): AsyncGenerator<LinkedBranchRow> {
  for (const branch of await linkedBranches(db.read, storeKey)) {
    yield branch
    yield* branchesBelow(db, branch.storeKey)
  }
}

/**
 * Empties the copies of a version in the branches of its store, and theirs. A memory that stands on
 * one is deleted there: that is what a redaction of its content leaves of it. Returns whether there
 * was one.
 */
export async function emptyCopies(
  db: Database,
  { storeId, sequence, cause }: { storeId: string; sequence: number; cause: Cause },
): Promise<boolean> {
  const store = await storeById(db.read, storeId)
  return store ? emptyBelow(db, store.key, { sequence, cause }) : false
}

async function emptyBelow(
  db: Database,
  storeKey: number,
  version: { sequence: number; cause: Cause },
): Promise<boolean> {
  const { sequence, cause } = version
  let isAnyEmptied = false
  for (const branch of await linkedBranches(db.read, storeKey)) {
    // Under a number after its start it has a change of its own.
    if (sequence > branch.sequence) continue
    const copy = await copyOfVersion(db.read, branch.storeKey, sequence)
    if (copy && copy.redactedAt === null && branch.deletedAt === null) {
      // In short transactions: emptying would do it in one, and a new branch has everything before it.
      await compressStore(db, branch.storeKey)
      await emptyAgain(db, branch.id, copy.id, cause)
      isAnyEmptied = true
    }
    if (await emptyBelow(db, branch.storeKey, version)) isAnyEmptied = true
  }
  return isAnyEmptied
}
