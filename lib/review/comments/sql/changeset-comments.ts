import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/** Sums and neighbours that the client does not ask for in one statement. */

/** Counts of the comments in a changeset's review; null if there are none. */
interface StateRow {
  comments: number
  revisions: number | null
  open: number | null
  answered: number | null
  remarks: number | null
}

export function stateOfComments(sql: Sql, changesetId: string): Promise<StateRow | undefined> {
  return sql.get<StateRow>(
    `SELECT count(*) AS comments, sum(c.revision) AS revisions,
       sum(CASE WHEN c.status = 'open' THEN 1 ELSE 0 END) AS open,
       CAST(sum(c.answered_sequence) AS BIGINT) AS answered,
       CAST(sum((SELECT count(*) FROM comment_remarks r WHERE r.comment_key = c.key)) AS BIGINT)
         AS remarks
     FROM changesets g CROSS JOIN comments c WHERE g.id = ? AND c.changeset_key = g.key`,
    [changesetId],
  )
}

const BEFORE = columns('b', 'memoryVersion', ['id'])

/** The versions that these followed, the oldest first. */
export function versionsFollowed(
  sql: Sql,
  versionIds: readonly string[],
): Promise<RowOf<typeof BEFORE>[]> {
  return sql.all<RowOf<typeof BEFORE>>(
    `SELECT ${BEFORE.list} FROM memory_versions v CROSS JOIN memory_versions b
     WHERE v.id IN ${oneOf(versionIds)} AND b.memory_key = v.memory_key
       AND b.sequence = (SELECT max(p.sequence) FROM memory_versions p
         WHERE p.memory_key = v.memory_key AND p.sequence < v.sequence)
     ORDER BY b.sequence`,
    versionIds,
  )
}
