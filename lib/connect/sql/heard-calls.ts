import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Calls that an agent's hooks told of, for whichever process works on the folder. */

const HEARD = columns('h', 'heardCall', [
  'kind',
  'toolUseId',
  'tool',
  'fileHash',
  'sha256',
  'outerId',
  'project',
  'fromAt',
  'at',
])
const KEY = columns('h', 'heardCall', ['key'])

/** A fact that a hook told. */
export type HeardRow = RowOf<typeof HEARD>

/** Returns its key. */
export async function insertHeard(tx: WriteSql, row: HeardRow): Promise<number> {
  const inserted = await tx.get<RowOf<typeof KEY>>(
    `INSERT INTO heard_calls (kind, tool_use_id, tool, file_hash, sha256, outer_id, project,
       from_at, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
    [
      row.kind,
      row.toolUseId,
      row.tool,
      row.fileHash,
      row.sha256,
      row.outerId,
      row.project,
      row.fromAt,
      row.at,
    ],
  )
  if (!inserted) throw new Error('a call that was heard has no key')
  return inserted.key
}

/** Forgets calls up to one, and older ones. */
export async function deleteHeard(tx: WriteSql, upTo: number, before: number): Promise<void> {
  await tx.run('DELETE FROM heard_calls WHERE key <= ? OR at < ?', [upTo, before])
}

/** Calls that may have written files, after one and not before a time. */
export function heardAfter(
  sql: Sql,
  after: number,
  since: number,
): Promise<(HeardRow & RowOf<typeof KEY>)[]> {
  return sql.all<HeardRow & RowOf<typeof KEY>>(
    `SELECT ${KEY.list}, ${HEARD.list} FROM heard_calls h
     WHERE h.key > ? AND h.at >= ? AND h.kind <> 'mcp' ORDER BY h.key`,
    [after, since],
  )
}

/** The newest call over MCP of this name. */
export function heardOverMcp(
  sql: Sql,
  toolUseId: string,
  since: number,
): Promise<HeardRow | undefined> {
  return sql.get<HeardRow>(
    `SELECT ${HEARD.list} FROM heard_calls h
     WHERE h.kind = 'mcp' AND h.tool_use_id = ? AND h.at >= ? ORDER BY h.key DESC LIMIT 1`,
    [toolUseId, since],
  )
}
