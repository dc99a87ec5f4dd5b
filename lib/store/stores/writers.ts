import type { Database } from '@/lib/db/database'
import { AUTHOR_ID, AUTHOR_TYPE } from '../write/rows'
import type { Actor } from '../model/actor'

/** Who wrote to a store lately, as pages name authors. */
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

/** Changes that are looked at, over all stores: of more, some evenly spread. */
const MAX_INSPECTED = 20_000

const MIN_PER_STORE = 200

/**
 * Who wrote to each of these stores since a time, by id; a store without writers is left out. One
 * statement, whatever their number. Of a store with more changes than 20,000, fewer of each of many
 * stores, evenly spread ones are looked at: who wrote hardly any of them may be missed.
 */
export async function storesWriters(
  db: Database,
  { storeIds, since, limit }: StoresWritersInput,
): Promise<Map<string, RecentWriters>> {
  const stores = new Map<string, RecentWriters>()
  if (storeIds.length === 0) return stores
  const perStore = Math.max(MIN_PER_STORE, Math.floor(MAX_INSPECTED / storeIds.length))
  // CROSS JOIN, because SQLite then begins with the left side: the few stores, not the whole log.
  const rows = await db.bulk.all<WriterRow>(
    `WITH RECURSIVE shown AS (
       SELECT key, id, last_sequence, coalesce((SELECT e.sequence FROM store_events e
           WHERE e.store_key = memory_stores.key AND e.created_at < ?
           ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1), 0) AS before
       FROM memory_stores
       WHERE id IN (?${', ?'.repeat(storeIds.length - 1)}) AND deleted_at IS NULL
     ), spread AS (
       SELECT key, last_sequence, before,
         (last_sequence - before + CAST(? AS BIGINT) - 1) / CAST(? AS BIGINT) AS step
       FROM shown WHERE before < last_sequence
     ), looked_at(key, sequence, step, before) AS (
       SELECT key, last_sequence, step, before FROM spread
       UNION ALL
       SELECT key, sequence - step, step, before FROM looked_at WHERE sequence - step > before
     ), written AS (
       SELECT l.key, ${AUTHOR_ID} AS actor_id, ${AUTHOR_TYPE} AS actor_type, count(*) AS changes
       FROM looked_at l CROSS JOIN memory_versions v
       WHERE v.store_key = l.key AND v.sequence = l.sequence
       GROUP BY 1, 2, 3
     ), ranked AS (
       SELECT key, actor_type, actor_id, count(*) OVER (PARTITION BY key) AS actor_count,
         row_number() OVER (PARTITION BY key ORDER BY changes DESC, actor_id, actor_type) AS place
       FROM written
     )
     SELECT s.id, r.actor_type, r.actor_id, r.actor_count
     FROM ranked r JOIN shown s ON s.key = r.key WHERE r.place <= ? ORDER BY s.id, r.place`,
    [since, ...storeIds, perStore, perStore, limit],
  )
  for (const row of rows) {
    const store = stores.get(row.id) ?? { actors: [], count: row.actor_count }
    store.actors.push({ type: row.actor_type, id: row.actor_id })
    stores.set(row.id, store)
  }
  return stores
}
