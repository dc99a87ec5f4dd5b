import { columns, type RowOf } from '../columns'
import type { Sql, WriteSql } from '../sql'

/** The marks of redacted versions: they are written with a redaction, and read again at the boot. */

const MARK = columns('r', 'redactionMark', ['key', 'mark'])

export type MarkRow = RowOf<typeof MARK>

export async function insertMark(tx: WriteSql, mark: string): Promise<void> {
  await tx.later('INSERT INTO redaction_marks (mark) VALUES (?)', [mark])
}

export function marksAfter(sql: Sql, key: number, limit: number): Promise<MarkRow[]> {
  return sql.all<MarkRow>(
    `SELECT ${MARK.list} FROM redaction_marks r WHERE r.key > ? ORDER BY r.key LIMIT ?`,
    [key, limit],
  )
}
