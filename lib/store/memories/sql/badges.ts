import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/** Badges of hundreds of memories in a page's tree: the client would read all of their reads. */

const MEMORY = columns('m', 'memory', ['id', 'versionCount'])

type BadgeRow = RowOf<typeof MEMORY> & { isRead: number; isQuarantined: number }

/** `since`: what came or changed later had little time to be read, and counts as read. */
export function badgesOf(
  sql: Sql,
  { ids, since }: { ids: readonly string[]; since: number },
): Promise<BadgeRow[]> {
  return sql.all<BadgeRow>(
    `SELECT ${MEMORY.list},
       CASE WHEN m.updated_at > ? OR s.created_at > ?
         OR EXISTS (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key)
         THEN 1 ELSE 0 END AS "isRead",
       CASE WHEN EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = m.key)
         THEN 1 ELSE 0 END AS "isQuarantined"
     FROM memories m JOIN memory_stores s ON s.key = m.store_key WHERE m.id IN ${oneOf(ids)}`,
    [since, since, ...ids],
  )
}
