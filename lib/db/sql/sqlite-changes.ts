import { columns, type RowOf } from '../columns'
import type { SqliteConnection } from '../sqlite-connection'
import type { ChangedRow } from '../touched'

/**
 * The rows that the newest commits changed, for other processes on the same file: written with
 * every commit, and looked for with every write of theirs.
 */

const CHANGE = columns('c', 'changedRow', ['number', 'kind', 'key'])

export type NumberedChange = RowOf<typeof CHANGE>

/** Zero: nothing is noted. */
export function newestChange(connection: SqliteConnection): number {
  const row = connection
    .prepare<{ newest: number | null }>('SELECT max(number) AS newest FROM changed_rows')
    .get()
  return row?.newest ?? 0
}

/** Numbers them from `first` on. */
export function insertChanges(
  connection: SqliteConnection,
  first: number,
  rows: readonly ChangedRow[],
): void {
  const insert = connection.prepare('INSERT INTO changed_rows (number, kind, key) VALUES (?, ?, ?)')
  for (const [index, { kind, key }] of rows.entries()) insert.run(first + index, kind, key)
}

export function dropChangesTo(connection: SqliteConnection, last: number): void {
  connection.prepare('DELETE FROM changed_rows WHERE number <= ?').run(last)
}

export function changesAfter(connection: SqliteConnection, number: number): NumberedChange[] {
  return connection
    .prepare<NumberedChange>(
      `SELECT ${CHANGE.list} FROM changed_rows c WHERE c.number > ? ORDER BY c.number`,
    )
    .all(number)
}
