import type { Database } from '@/lib/db/database'
import type { Cause } from '../model/actor'
import { StoreError } from '../model/problems'
import { deleteStore } from '../stores/change-stores'
import { replaysOfStore } from '../stores/sql/purged-stores'
import { storeById } from '../stores/sql/stores'
import { branchesOfSession } from './sql/branches'
import { countAfter } from './sql/merging'

/**
 * Deletes the branches that were made for a session which ends for good, and in which nothing was
 * changed. One that anybody changed stays, also once it is merged; so does one of a session in which
 * causes were looked for, which would go with it: redactions of its origin reach them through it.
 */
export async function dropUnchangedBranches(
  db: Database,
  { sessionId, cause }: { sessionId: string; cause: Cause },
): Promise<void> {
  for (const branch of await branchesOfSession(db.read, sessionId)) {
    const after = { storeKey: branch.storeKey, after: branch.sequence }
    const row = await storeById(db.read, branch.id)
    if (!row || (await countAfter(db.read, after)) > 0) continue
    const found = await replaysOfStore(db.read, { storeKey: branch.storeKey, limit: 1 })
    if (found.length > 0) continue
    const { lastSequence } = row
    await deleteStore(db, { storeId: branch.id, lastSequence, cause }).catch((error: unknown) => {
      // Somebody changed or deleted it in this moment.
      if (!(error instanceof StoreError)) throw error
    })
  }
}
