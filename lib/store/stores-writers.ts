import type { Database } from '@/lib/db/database'
import type { Actor } from './model/actor'

/** Who wrote to a store lately. */
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

interface WriterRow {
  id: string
  actor_type: Actor['type']
  actor_id: string
  actor_count: number
}

/**
 * Who wrote to each of these stores since a time, by id; a store without writers is left out. One
 * statement, whatever their number; costs the changes since then, by the index of their times.
 */
export async function storesWriters(
  db: Database,
  { storeIds, since, limit }: StoresWritersInput,
): Promise<Map<string, RecentWriters>> {
  const stores = new Map<string, RecentWriters>()
  if (storeIds.length === 0) return stores
  // CROSS JOIN, because SQLite then begins with the left side: the few stores, not the whole log.
  const rows = await db.bulk.all<WriterRow>(
    `WITH shown AS (
       SELECT key, id FROM memory_stores
       WHERE id IN (?${', ?'.repeat(storeIds.length - 1)}) AND deleted_at IS NULL
     ), written AS (
       SELECT s.key, v.actor_id, v.actor_type, count(*) AS changes
       FROM shown s CROSS JOIN store_events e CROSS JOIN memory_versions v
       WHERE e.store_key = s.key AND e.created_at >= ?
         AND v.store_key = e.store_key AND v.sequence = e.sequence
       GROUP BY 1, 2, 3
     ), ranked AS (
       SELECT key, actor_type, actor_id, count(*) OVER (PARTITION BY key) AS actor_count,
         row_number() OVER (PARTITION BY key ORDER BY changes DESC, actor_id, actor_type) AS place
       FROM written
     )
     SELECT s.id, r.actor_type, r.actor_id, r.actor_count
     FROM ranked r JOIN shown s ON s.key = r.key WHERE r.place <= ? ORDER BY s.id, r.place`,
    [...storeIds, since, limit],
  )
  for (const row of rows) {
    const store = stores.get(row.id) ?? { actors: [], count: row.actor_count }
    store.actors.push({ type: row.actor_type, id: row.actor_id })
    stores.set(row.id, store)
  }
  return stores
}
