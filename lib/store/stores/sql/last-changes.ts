import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'
import { AUTHOR_ID, AUTHOR_TYPE } from '../../versions/sql/authors'
import type { StoreEventType } from '../../model/store-event-type'

/** The last changes of stores: for the threads that read for long work, one statement for all. */

const STORE = columns('s', 'memoryStore', ['id'])
const EVENT = columns('e', 'storeEvent', ['createdAt'])

type LastChangeRow = RowOf<typeof STORE> &
  RowOf<typeof EVENT> & {
    type: StoreEventType
    actorType: Actor['type'] | null
    actorId: string | null
    path: string | null
  }

/**
 * A redaction has events of its own, and rewrites heads in a batch of its own. CROSS JOIN, because
 * SQLite then begins with the left side: the few stores, not the whole log.
 */
export function lastChangeRows(
  sql: BulkSql,
  storeIds: readonly string[],
): Promise<LastChangeRow[]> {
  return sql.all<LastChangeRow>(
    `WITH shown AS (
       SELECT s.key, s.id, (
         SELECT e.sequence FROM store_events e
         LEFT JOIN memory_versions w ON w.store_key = e.store_key AND w.sequence = e.sequence
         LEFT JOIN batches b ON b.key = w.batch_key
         WHERE e.store_key = s.key AND coalesce(b.kind, '') <> 'redact'
           AND e.type NOT IN ('memory_version.redacted', 'memory_versions.rewritten')
         ORDER BY e.sequence DESC LIMIT 1
       ) AS sequence
       FROM memory_stores s WHERE s.id IN ${oneOf(storeIds)} AND s.deleted_at IS NULL
     )
     SELECT ${STORE.list}, ${EVENT.list}, e.type, coalesce(e.actor_type, ${AUTHOR_TYPE}) AS "actorType",
       coalesce(e.actor_id, ${AUTHOR_ID}) AS "actorId", n.path
     FROM shown s CROSS JOIN store_events e
     LEFT JOIN memory_versions v ON v.store_key = e.store_key AND v.sequence = e.version_sequence
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE e.store_key = s.key AND e.sequence = s.sequence`,
    storeIds,
  )
}
