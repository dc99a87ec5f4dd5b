import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

/** Proposed writes, and their origin: programs over the API allow them, too. */

const COMMAND = columns('p', 'proposal', ['command'])

export function commandById(sql: Sql, id: string): Promise<RowOf<typeof COMMAND> | undefined> {
  return sql.get<RowOf<typeof COMMAND>>(`SELECT ${COMMAND.list} FROM proposals p WHERE p.id = ?`, [
    id,
  ])
}

const GROUPING = columns('c', 'changeset', ['grouping'])

/** By what its changeset is found. */
export function groupingById(sql: Sql, id: string): Promise<RowOf<typeof GROUPING> | undefined> {
  return sql.get<RowOf<typeof GROUPING>>(
    `SELECT ${GROUPING.list} FROM proposals p JOIN changesets c ON c.key = p.changeset_key
     WHERE p.id = ?`,
    [id],
  )
}
