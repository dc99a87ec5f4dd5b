import type { Database } from '@/lib/db/database'
import { branchesFrom } from '../branches/sql/branches'
import type { Cause } from '../model/actor'
import { compressStore } from '../contents/compress-versions'
import { refuse } from '../model/problems'
import { storeById } from '../stores/sql/stores'
import { emptyAgain } from './redact-again'
import { copyOfVersion } from './sql/versions'

/**
 * Redacts in branches what is redacted in their origin: they have the same changes under the same
 * numbers.
 */

/**
 * These stores, the branches that were made from them, those made from these, and so on. Refuses
 * `store_not_found` for those that are asked for.
 */
export async function withBranches(db: Database, storeIds: readonly string[]): Promise<string[]> {
  const all = new Set(storeIds)
  // A set also goes over what is added to it on the way.
  for (const storeId of all) {
    const store = await storeById(db.read, storeId)
    if (store) for (const branch of await branchesFrom(db.read, store.key)) all.add(branch.id)
    else if (storeIds.includes(storeId)) refuse({ kind: 'store_not_found', storeId })
    // A branch may have been deleted since it was found.
    else all.delete(storeId)
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
  const store = await storeById(db.read, storeId)
  if (!store) return
  for (const branch of await branchesFrom(db.read, store.key)) {
    if (sequence > branch.sequence) continue
    const copy = await copyOfVersion(db.read, branch.storeKey, sequence)
    if (copy && copy.redactedAt === null) {
      // In short transactions: emptying would do it in one, and a new branch has everything before it.
      await compressStore(db, branch.storeKey)
      await emptyAgain(db, branch.id, copy.id, cause)
    }
    await emptyCopies(db, { storeId: branch.id, sequence, cause })
  }
}
