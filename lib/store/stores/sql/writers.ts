import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/text/day-ms'
import type { Actor } from '../../model/actor'
import { AUTHOR_ID, AUTHOR_TYPE } from '../../versions/sql/authors'

/** Recent writers: scans many rows of the log of changes, on the threads of long reads. */

const STORE = columns('s', 'memoryStore', ['id'])

/** An author, as pages name authors. */
interface AuthorColumns {
  actorType: Actor['type']
  actorId: string
  /** how many authors there are, given or not */
  actorCount: number
}

type NewestWriterRow = RowOf<typeof STORE> & AuthorColumns

/**
 * Ranks the writers of each of these stores since a time, by up to `perStore` of its changes,
 * evenly spread. CROSS JOIN, because SQLite then begins with the left side: the few stores, not the
 * whole log.
 */
export function newestWriters(
  sql: BulkSql,
  {
    storeIds,
    since,
    perStore,
    limit,
  }: { storeIds: readonly string[]; since: number; perStore: number; limit: number },
): Promise<NewestWriterRow[]> {
  return sql.all<NewestWriterRow>(
    `WITH RECURSIVE shown AS (
       SELECT key, id, last_sequence, coalesce((SELECT e.sequence FROM store_events e
           WHERE e.store_key = memory_stores.key AND e.created_at < ?
           ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1), 0) AS before
       FROM memory_stores
       WHERE id IN ${oneOf(storeIds)} AND deleted_at IS NULL
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
     SELECT ${STORE.list}, r.actor_type AS "actorType", r.actor_id AS "actorId", r.actor_count AS "actorCount"
     FROM ranked r JOIN shown s ON s.key = r.key WHERE r.place <= ? ORDER BY s.id, r.place`,
    [since, ...storeIds, perStore, perStore, limit],
  )
}

type WriterDayRow = AuthorColumns & { total: number; day: number; changes: number }

/** Ranks a store's writers after a change, with their changes per day, by every `step`th change. */
export function writersByDay(
  sql: BulkSql,
  {
    storeKey,
    last,
    before,
    step,
    limit,
  }: { storeKey: number; last: number; before: number; step: number; limit: number },
): Promise<WriterDayRow[]> {
  return sql.all<WriterDayRow>(
    `WITH RECURSIVE looked_at(sequence) AS (
       SELECT CAST(? AS BIGINT)
       UNION ALL
       SELECT sequence - CAST(? AS BIGINT) FROM looked_at WHERE sequence - CAST(? AS BIGINT) > ?
     ), written AS (
       SELECT ${AUTHOR_TYPE} AS actor_type, ${AUTHOR_ID} AS actor_id, e.created_at / ${DAY_MS} AS day, count(*) * ? AS changes
       FROM looked_at l CROSS JOIN store_events e CROSS JOIN memory_versions v
       WHERE e.store_key = ? AND e.sequence = l.sequence
         AND v.store_key = e.store_key AND v.sequence = e.sequence
       GROUP BY 1, 2, 3
     ), writers AS (
       SELECT actor_type, actor_id, CAST(sum(changes) AS BIGINT) AS total,
         count(*) OVER () AS actor_count
       FROM written GROUP BY actor_type, actor_id ORDER BY total DESC, actor_id LIMIT ?
     )
     SELECT w.actor_type AS "actorType", w.actor_id AS "actorId", w.total,
       w.actor_count AS "actorCount", d.day, d.changes
     FROM writers w JOIN written d ON d.actor_type = w.actor_type AND d.actor_id = w.actor_id
     ORDER BY w.total DESC, w.actor_id, d.day`,
    [last, step, step, before, step, storeKey, limit],
  )
}
