import type { Database } from '@/lib/db/database'
import { findMemoryRow } from './core/find'
import { findQuarantine } from './core/quarantined'
import { findStore } from './core/store-transaction'
import type { Quarantine } from './model/quarantine'

/** The quarantine of a memory; null: it is in none, or not there. Refuses `store_not_found`. */
export async function quarantineOf(
  db: Database,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<Quarantine | null> {
  const store = await findStore(db.read, storeId)
  if (store.quarantined_count === 0) return null
  const memory = await findMemoryRow(db.read, store.key, memoryId)
  return memory ? findQuarantine(db.read, memory.key) : null
}
