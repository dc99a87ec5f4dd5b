import type { Database } from '@/lib/db/database'
import { refuse } from '@/lib/store/model/problems'
import { policyOfRow } from './get-policy'
import type { Policy } from './model/policy'

/** So many revisions are listed, the newest. */
const MAX_REVISIONS = 50

/** The revisions of a store's policy, the newest first. Refuses `store_not_found`. */
export async function listPolicyRevisions(db: Database, storeId: string): Promise<Policy[]> {
  const store = await db.prisma.memoryStore.findFirst({
    where: { id: storeId, deletedAt: null },
    select: { policies: { orderBy: { revision: 'desc' }, take: MAX_REVISIONS } },
  })
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  return store.policies.map(policyOfRow)
}
