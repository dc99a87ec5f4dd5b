import { refuse } from '../model/problems'
import { answerableFor, isAgent } from './join-changeset'
import { quarantinedIn, type QuarantinedWhere } from './quarantined'
import type { StoreTransaction } from './store-transaction'

/**
 * Refuses an agent's change of memories in quarantine as `memory_quarantined`; people may change
 * them. `asked`: the path as the caller knows it, because the memory's own may be what is held
 * back.
 */
export async function refuseQuarantined(
  transaction: StoreTransaction,
  where: Pick<QuarantinedWhere, 'memoryId' | 'path' | 'within'>,
  asked: string | undefined = where.path ?? where.within,
): Promise<void> {
  const { sql, row, storeKey } = transaction
  const cause = answerableFor(transaction)
  // What stands in a watched folder is a fact; agents are still served the version before.
  if (row.quarantined_count === 0 || cause.isOnDisk || !(await isAgent(sql, cause))) return
  const [found] = (await quarantinedIn(sql, storeKey, where)).values()
  if (!found) return
  refuse({
    kind: 'memory_quarantined',
    memoryId: found.memoryId,
    path: asked ?? found.served?.path ?? null,
  })
}
