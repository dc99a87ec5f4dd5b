import type { Sql, SqlValue } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { groupedBy } from '@/lib/text/grouped-by'
import { inParts } from '@/lib/text/in-parts'
import type { Comment, CommentStatus, Disposition, Remark } from '../model/comment'

interface CommentRow {
  key: number
  id: string
  store_id: string
  memory_id: string
  path: string | null
  version_id: string
  from_line: number
  to_line: number
  changeset_id: string | null
  disposition: Disposition
  status: CommentStatus
  answered_by: string | null
  actor_type: Actor['type']
  actor_id: string
  created_at: number
}

interface RemarkRow {
  comment_key: number
  id: string
  text: string
  actor_type: Actor['type']
  actor_id: string
  created_at: number
  edited_at: number | null
}

/** `c` is the comment, `s` its store, `m` its memory. */
const SELECT = `SELECT c.key, c.id, s.id AS store_id, m.id AS memory_id, m.path,
    v.id AS version_id, c.from_line, c.to_line, c.disposition, c.status, c.actor_type, c.actor_id,
    c.created_at,
    (SELECT g.id FROM changesets g WHERE g.key = c.changeset_key) AS changeset_id,
    (SELECT a.id FROM memory_versions a
     WHERE a.store_key = c.store_key AND a.sequence = c.answered_sequence) AS answered_by
  FROM comments c CROSS JOIN memory_stores s CROSS JOIN memories m CROSS JOIN memory_versions v
  WHERE s.key = c.store_key AND s.deleted_at IS NULL AND m.key = c.memory_key
    AND v.store_key = c.store_key AND v.sequence = c.version_sequence`

const COMMENTS_A_STATEMENT = 200

/** The comments for which a condition over `c`, `s` and `m` holds, oldest first. */
export async function selectComments(
  sql: Sql,
  condition: string,
  params: readonly SqlValue[],
): Promise<Comment[]> {
  const rows = await sql.all<CommentRow>(`${SELECT} AND ${condition}`, [...params])
  const remarks = await remarksOf(
    sql,
    rows.map(({ key }) => key),
  )
  return rows.map((row) => ({
    key: row.key,
    id: row.id,
    storeId: row.store_id,
    memoryId: row.memory_id,
    path: row.path,
    versionId: row.version_id,
    lines: { from: row.from_line, to: row.to_line },
    changesetId: row.changeset_id,
    disposition: row.disposition,
    status: row.status,
    answeredBy: row.answered_by,
    by: { type: row.actor_type, id: row.actor_id },
    createdAt: row.created_at,
    remarks: (remarks.get(row.key) ?? []).map(remarkOf),
  }))
}

async function remarksOf(
  sql: Sql,
  keys: readonly number[],
): Promise<ReadonlyMap<number, RemarkRow[]>> {
  const all: RemarkRow[] = []
  for (const part of inParts(keys, COMMENTS_A_STATEMENT)) {
    all.push(
      ...(await sql.all<RemarkRow>(
        `SELECT comment_key, id, text, actor_type, actor_id, created_at, edited_at
         FROM comment_remarks WHERE comment_key IN (${part.map(() => '?').join(', ')})
         ORDER BY key`,
        [...part],
      )),
    )
  }
  return groupedBy(all, (row) => row.comment_key)
}

function remarkOf(row: RemarkRow): Remark {
  return {
    id: row.id,
    text: row.text,
    by: { type: row.actor_type, id: row.actor_id },
    at: row.created_at,
    editedAt: row.edited_at,
  }
}
