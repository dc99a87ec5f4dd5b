import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, SqlValue } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import { NODE, type NodeRow } from '../../tree/sql/tree'
import { HEAD, type MemoryRow } from './heads'

/**
 * Reads for writes that share a transaction, all of them at once and of whatever stores: a
 * statement a table, which goes out before any of the writes.
 */

/** The id of a store, and something in it. */
export interface OfStore {
  storeId: string
  value: string
}

type InStore<Row> = Row & { storeId: string }

/** Joins the values to look up, as a table `asked`, with their stores `s`. */
function asked(values: readonly OfStore[]): { from: string; params: SqlValue[] } {
  const filled = toPowerOfTwo(values)
  return {
    from: `(WITH asked(store_id, value) AS (VALUES ${filled.map(() => '(?, ?)').join(', ')})
       SELECT store_id, value FROM asked) asked
     JOIN memory_stores s ON s.id = asked.store_id`,
    params: filled.flatMap(({ storeId, value }) => [storeId, value]),
  }
}

/** Nodes at paths. */
export function nodesAhead(sql: Sql, paths: readonly OfStore[]): Promise<InStore<NodeRow>[]> {
  const { from, params } = asked(paths)
  return sql.all<InStore<NodeRow>>(
    `SELECT asked.store_id AS "storeId", ${NODE.list} FROM ${from}
     JOIN path_nodes n ON n.store_key = s.key AND n.path = asked.value`,
    params,
  )
}

const HEAD_VERSION = columns('v', 'memoryVersion', ['nodeKey'])

/** A memory's row, with the node of its head. */
export type HeadRow = MemoryRow & RowOf<typeof HEAD_VERSION>

const CONTENT = columns('c', 'versionContent', ['encoding', 'bytes'])

/** `encoding`, `bytes`: if contents were asked for; null: it is stored as a delta. */
type HeadAheadRow = InStore<HeadRow> & { encoding?: number | null; bytes?: Buffer | null }

/** The heads of a store `s`; the caller adds which. A delta is read when it is needed. */
function heads(from: string, contents: 'read' | undefined): string {
  const isRead = contents !== undefined
  return `SELECT asked.store_id AS "storeId", ${HEAD.list}, ${HEAD_VERSION.list}${isRead ? `, ${CONTENT.list}` : ''}
    FROM ${from} JOIN memories m ON m.store_key = s.key
    JOIN memory_versions v ON v.store_key = m.store_key AND v.sequence = m.head_sequence
    ${isRead ? WHOLE_CONTENT : ''}`
}

const WHOLE_CONTENT = `LEFT JOIN version_contents c ON c.store_key = m.store_key
  AND c.sequence = m.head_sequence AND c.base_sequence IS NULL`

export function headsOfIds(
  sql: Sql,
  ids: readonly OfStore[],
  contents: 'read' | undefined,
): Promise<HeadAheadRow[]> {
  const { from, params } = asked(ids)
  return sql.all<HeadAheadRow>(`${heads(from, contents)} WHERE m.id = asked.value`, params)
}

export function headsAtPaths(
  sql: Sql,
  paths: readonly OfStore[],
  contents: 'read' | undefined,
): Promise<HeadAheadRow[]> {
  const { from, params } = asked(paths)
  return sql.all<HeadAheadRow>(`${heads(from, contents)} WHERE m.path = asked.value`, params)
}

/** A grouping, and its newest changeset; null: it has none. */
type NewestRow = InStore<{ grouping: string; key: number | null; lastChangedAt: number | null }>

/** Two looks in an index each; for a join the planner may choose to look at every changeset. */
export function newestChangesets(sql: Sql, groupings: readonly OfStore[]): Promise<NewestRow[]> {
  const { from, params } = asked(groupings)
  const newest = (column: string) => `(SELECT newest.${column} FROM changesets newest
    WHERE newest.store_key = s.key AND newest.grouping = asked.value
    ORDER BY newest.key DESC LIMIT 1)`
  return sql.all<NewestRow>(
    `SELECT asked.store_id AS "storeId", asked.value AS grouping, ${newest('key')} AS key,
       ${newest('last_changed_at')} AS "lastChangedAt" FROM ${from}`,
    params,
  )
}
