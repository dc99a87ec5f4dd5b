import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { changeStore } from './core/store-transaction'
import { refuseChangedStore, type StoreAsShown } from './core/refuse-changed-store'
import { storeOf } from './core/rows'
import { writeStore } from './core/write-store'
import type { MemoryStore } from './model/memory-store'

export interface ArchiveStoreInput {
  storeId: string
  /** what the caller saw of the store; refuses `store_changed` where it is another by now */
  shown?: StoreAsShown | undefined
  cause: Cause
}

/**
 * Archives a store, for good: it stays readable, and deleting and redacting in it go on; creating
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
