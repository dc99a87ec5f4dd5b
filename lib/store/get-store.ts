import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { storeOf } from './core/rows'
import type { MemoryStore } from './model/memory-store'

/** A store by its id, including archived ones. Refuses `store_not_found`. */
export async function getStore(db: Database, storeId: string): Promise<MemoryStore> {
  return storeOf(await findStore(db.read, storeId))
}
