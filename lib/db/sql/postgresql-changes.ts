import { columns, type RowOf } from '../columns'
import type { Sql, Statement, WriteSql } from '../sql'
import { toPowerOfTwo } from '../to-power-of-two'
import type { ChangedRow } from '../touched'

/**
 * The rows that the newest commits changed, by the ids of their transactions, for servers that
 * cannot be told: written with every commit, and looked for every second.
 */

const CHANGE = columns('c', 'changedRow', ['number', 'kind', 'key'])

/** Null in all of a change: nothing is noted. */
type ChangedAt = { horizon: number } & { [F in keyof RowOf<typeof CHANGE>]: number | null }

/**
 * Reads all changes from a transaction on, and the id below which all are over, in one snapshot.
 */
export function changesFrom(sql: Sql, number: number): Promise<ChangedAt[]> {
  return sql.all<ChangedAt>(
    `SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) AS horizon,
       ${CHANGE.list}
     FROM (SELECT 1) once LEFT JOIN changed_rows c ON c.number >= ?`,
    [number],
  )
}

/** Also drops what a restored backup brought from a server whose transactions counted further. */
export async function dropChangesBefore(tx: WriteSql, number: number): Promise<void> {
  await tx.run(
    `DELETE FROM changed_rows WHERE number < ?
       OR number >= CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)`,
    [number],
  )
}

/**
 * Notes what a transaction changed, and asks for its id as `id`: null if it has changed nothing at
 * all.
 */
export function notingChanges(changed: readonly ChangedRow[]): Statement {
  const rows = changed.map(({ kind, key }) => [kind, key])
  if (rows.length === 0) {
    return {
      text: 'SELECT CAST(CAST(pg_current_xact_id_if_assigned() AS TEXT) AS BIGINT) AS id',
      params: [],
    }
  }
  const params = toPowerOfTwo(rows)
  const row = '(CAST(? AS INT), CAST(? AS INT))'
  return {
    text: `INSERT INTO changed_rows (number, kind, key)
       SELECT DISTINCT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), d.kind, d.key
       FROM (VALUES ${row}${`, ${row}`.repeat(params.length - 1)}) d(kind, key)
       RETURNING number AS id`,
    params: params.flat(),
  }
}
