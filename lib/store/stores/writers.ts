import type { Database } from '@/lib/db/database'
import type { Actor } from '../model/actor'
import { newestWriters } from './sql/writers'

/** The recent writers to a store, named as pages name authors. */
export interface RecentWriters {
  /** who wrote most, first */
  actors: Actor[]
  /** how many there are, shown or not */
  count: number
}

export interface StoresWritersInput {
  storeIds: readonly string[]
  /** milliseconds since 1970 */
  since: number
  /** at most this many actors a store */
  limit: number
}

/** Changes that are looked at, over all stores: of more, some evenly spread. */
const MAX_INSPECTED = 20_000

const MIN_PER_STORE = 200

/**
 * Lists the writers of each of these stores since a time, by store id; a store without writers is
 * left out. One statement, however many stores. Inspects some 20,000 changes over all stores, at
 * least 200 of each: of a store with more it takes evenly spread ones, so a writer of very few may
 * be missed.
 */
export async function storesWriters(
  db: Database,
  { storeIds, since, limit }: StoresWritersInput,
): Promise<Map<string, RecentWriters>> {
  const stores = new Map<string, RecentWriters>()
  if (storeIds.length === 0) return stores
  const perStore = Math.max(MIN_PER_STORE, Math.floor(MAX_INSPECTED / storeIds.length))
  const rows = await newestWriters(db.bulk, { storeIds, since, perStore, limit })
  for (const row of rows) {
    const store = stores.get(row.id) ?? { actors: [], count: row.actorCount }
    store.actors.push({ type: row.actorType, id: row.actorId })
    stores.set(row.id, store)
  }
  return stores
}
