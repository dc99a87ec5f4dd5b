import type { Database } from '@/lib/db/database'
import { branchesOf } from '@/lib/store/branches/find-branch'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { wireStore } from './resources/memory-store'

/** A store as it is answered alone, with what it was made from. */
export async function wireOne(db: Database, store: MemoryStore) {
  return wireStore(store, (await branchesOf(db, [store.id])).get(store.id))
}
