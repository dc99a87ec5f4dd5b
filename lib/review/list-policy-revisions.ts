import type { Database } from '@/lib/db/database'
import { refuse } from '@/lib/store/model/problems'
import { policyOfRow, REVISION_COLUMNS, type RevisionRow } from './get-policy'
import type { Policy } from './model/policy'

/** So many revisions are listed, the newest. */
const MOST_REVISIONS = 50

/** The revisions of a store's policy, the newest first. Refuses `store_not_found`. */
export async function listPolicyRevisions(db: Database, storeId: string): Promise<Policy[]> {
  const store = await db.read.get<{ key: number }>(
    'SELECT key FROM memory_stores WHERE id = ? AND deleted_at IS NULL',
    [storeId],
  )
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  const rows = await db.read.all<RevisionRow>(
    `SELECT ${REVISION_COLUMNS} FROM policy_revisions r WHERE r.store_key = ?
     ORDER BY r.revision DESC LIMIT ?`,
    [store.key, MOST_REVISIONS],
  )
  return rows.map(policyOfRow)
}
