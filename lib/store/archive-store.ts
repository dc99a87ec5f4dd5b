import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { changeStore } from './core/store-transaction'
import { refuseChangedStore, type StoreAsShown } from './core/refuse-changed-store'
import { storeOf } from './core/rows'
import { writeStore } from './core/write-store'
import type { MemoryStore } from './model/memory-store'

export interface ArchiveStoreInput {
  storeId: string
  /** the store as the caller saw it; refuses `store_changed` if it has changed */
  shown?: StoreAsShown | undefined
  cause: Cause
}

/**
 * Archives a store permanently: it stays readable and still allows deleting and redacting; creating
 * and updating are refused. Archiving again changes nothing. Refuses `store_not_found`,
 * `store_changed`.
 */
export async function archiveStore(db: Database, input: ArchiveStoreInput): Promise<MemoryStore> {
  return changeStore(
    db,
    input.storeId,
    input.cause,
    async (transaction) => {
      const before = storeOf(transaction.row)
      refuseChangedStore(before, input.shown)
      return transaction.row.archived_at === null
        ? writeStore(transaction, 'memory_store.archived', 'archived_at = ?', [transaction.now])
        : before
    },
    { whenArchived: 'allow' },
  )
}
