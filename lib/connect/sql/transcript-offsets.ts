import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Progress in reading transcripts, as the process at work on a folder remembers it. */

const OFFSET = columns('t', 'transcriptOffset', ['fileHash', 'offset', 'readAt'])

export type OffsetRow = RowOf<typeof OFFSET>

export function offsetsSince(sql: Sql, since: number): Promise<OffsetRow[]> {
  return sql.all<OffsetRow>(
    `SELECT ${OFFSET.list} FROM transcript_offsets t WHERE t.read_at >= ?`,
    [since],
  )
}

export async function putOffset(tx: WriteSql, row: OffsetRow): Promise<void> {
  await tx.run(
    `INSERT INTO transcript_offsets (file_hash, "offset", read_at) VALUES (?, ?, ?)
     ON CONFLICT (file_hash) DO UPDATE SET "offset" = excluded."offset",
       read_at = excluded.read_at`,
    [row.fileHash, row.offset, row.readAt],
  )
}

export async function deleteOffsets(tx: WriteSql, before: number): Promise<void> {
  await tx.run('DELETE FROM transcript_offsets WHERE read_at < ?', [before])
}
