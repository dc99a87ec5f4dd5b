import { refuse } from '../model/problems'
import { answerableFor, isAgent } from './join-changeset'
import { quarantinedIn, type QuarantinedMemory, type QuarantinedWhere } from './quarantined'
import type { VersionRow } from './rows'
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
  const found = await quarantinedFrom(transaction, where)
  if (!found) return
  refuse({
    kind: 'memory_quarantined',
    memoryId: found.memoryId,
    path: asked ?? found.served?.path ?? null,
  })
}

/**
 * The same for a memory that the caller names by a version; one that agents are not served does not
 * exist to them.
 */
export async function refuseQuarantinedVersion(
  transaction: StoreTransaction,
  { id: versionId, memory_id: memoryId, sequence }: VersionRow,
): Promise<void> {
  const found = await quarantinedFrom(transaction, { memoryId })
  if (!found) return
  const { storeId } = transaction
  if (sequence >= found.fromSequence) refuse({ kind: 'version_not_found', storeId, versionId })
  refuse({ kind: 'memory_quarantined', memoryId, path: found.served?.path ?? null })
}

async function quarantinedFrom(
  transaction: StoreTransaction,
  where: QuarantinedWhere,
): Promise<QuarantinedMemory | undefined> {
  const { sql, row, storeKey } = transaction
  const cause = answerableFor(transaction)
  // What stands in a watched folder is a fact; agents are still served the version before.
  if (row.quarantined_count === 0 || cause.isOnDisk || !(await isAgent(sql, cause))) return
  const [found] = (await quarantinedIn(sql, storeKey, where)).values()
  return found
}
