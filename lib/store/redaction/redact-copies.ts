import type { Database } from '@/lib/db/database'
import { branchesFrom } from '../branches/sql/branches'
import type { Cause } from '../model/actor'
import { findStore } from '../write/store-transaction'
import { emptyAgain } from './redact-again'
import { copyOfVersion } from './sql/versions'

/**
 * Redacts in branches what is redacted in their origin: they have the same changes under the same
 * numbers.
 */

/** These stores, the branches that were made from them, those made from these, and so on. */
export async function withBranches(db: Database, storeIds: readonly string[]): Promise<string[]> {
  const all = new Set(storeIds)
  // A set also goes over what is added to it on the way.
  for (const storeId of all) {
    const { key } = await findStore(db.read, storeId)
    for (const branch of await branchesFrom(db.read, key)) all.add(branch.id)
  }
  return [...all]
}

/**
 * Empties the copies of a version in the branches of its store. A memory that stands on one is
 * deleted there: that is what a redaction of its content leaves of it.
 */
export async function emptyCopies(
  db: Database,
  { storeId, sequence, cause }: { storeId: string; sequence: number; cause: Cause },
): Promise<void> {
  const { key } = await findStore(db.read, storeId)
  for (const branch of await branchesFrom(db.read, key)) {
    if (sequence > branch.sequence) continue
    const copy = await copyOfVersion(db.read, branch.storeKey, sequence)
    if (copy && copy.redactedAt === null) await emptyAgain(db, branch.id, copy.id, cause)
    await emptyCopies(db, { storeId: branch.id, sequence, cause })
  }
}
