import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'
import { AUTHOR_ID, AUTHOR_TYPE } from '../../versions/sql/authors'
import type { StoreEventType } from '../../model/store-event-type'

/**
 * Activity of stores, for the threads of long reads: one statement, however many stores there are.
 */

const STORE = columns('s', 'memoryStore', ['id'])

/**
 * With a day, the number of the store's last change before that day; with null, the type, actor and
 * path of its last change.
 */
type ActivityRow = RowOf<typeof STORE> & {
  /** days after the first one; one more than there are days is the end of the last */
  day: number | null
  /** of the last change before the day; 0: there was none */
  before: number
  type: StoreEventType | null
  actorType: Actor['type'] | null
  actorId: string | null
  path: string | null
}

/** CROSS JOIN, because SQLite then begins with the left side: the few stores, not the whole log. */
export function activityRows(
  sql: BulkSql,
  { storeIds, dayStarts }: { storeIds: readonly string[]; dayStarts: readonly number[] },
): Promise<ActivityRow[]> {
  const limits = dayStarts.map((startsAt, day) => [day, startsAt])
  return sql.all<ActivityRow>(
    `WITH shown AS (
       SELECT key, id, last_sequence FROM memory_stores
       WHERE id IN ${oneOf(storeIds)} AND deleted_at IS NULL
     ), limits(day, starts_at) AS (
       VALUES ${limits.map(() => '(CAST(? AS INTEGER), CAST(? AS BIGINT))').join(', ')}
     )
     SELECT ${STORE.list}, l.day, coalesce((SELECT e.sequence FROM store_events e
         WHERE e.store_key = s.key AND e.created_at < l.starts_at
         ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1), 0) AS before,
       CAST(NULL AS TEXT) AS type, CAST(NULL AS TEXT) AS "actorType", CAST(NULL AS TEXT) AS "actorId",
       CAST(NULL AS TEXT) AS path
     FROM shown s CROSS JOIN limits l
     UNION ALL
     SELECT ${STORE.list}, NULL, 0, e.type, coalesce(e.actor_type, ${AUTHOR_TYPE}),
       coalesce(e.actor_id, ${AUTHOR_ID}),
       n.path
     FROM shown s CROSS JOIN store_events e
     LEFT JOIN memory_versions v ON v.store_key = e.store_key AND v.sequence = e.version_sequence
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE e.store_key = s.key AND e.sequence = s.last_sequence`,
    [...storeIds, ...limits.flat()],
  )
}
