import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'
import type { MemoryAddress } from '../../write/find'
import type { LiveMemoryRow } from '../../write/sql/heads'

/** Memories as of a numbered change: agents read the past as people do, by joins of large tables. */

/** Selects a version as the memory whose head it was: `m` the memory, `v` the version, `n` its path. */
const MEMORY_THEN = `m.key, m.id, n.path, v.sequence AS "headSequence", v.id AS "headVersionId",
  v.sha256, v.size, m.created_at AS "createdAt", v.created_at AS "updatedAt",
  v.ordinal AS "versionCount"`

const IS_LIVE = `v.operation <> 'deleted' AND (v.until_sequence IS NULL OR v.until_sequence > ?)`

/** The last version written at each node up to a sequence, if its memory was live at that node. */
const LIVE_AT_NODES = `FROM path_nodes n
  JOIN memory_versions v ON v.store_key = n.store_key AND v.sequence =
    (SELECT max(w.sequence) FROM memory_versions w WHERE w.node_key = n.key AND w.sequence <= ?)
  JOIN memories m ON m.key = v.memory_key`

/** The memory with an id or at a path as of a change. */
export async function findMemoryAt(
  sql: Sql,
  storeKey: number,
  address: Pick<MemoryAddress, 'memoryId' | 'path'>,
  sequence: number,
): Promise<LiveMemoryRow | undefined> {
  if (address.memoryId !== undefined) {
    return sql.get<LiveMemoryRow>(
      `SELECT ${MEMORY_THEN} FROM memories m
       JOIN memory_versions v ON v.memory_key = m.key AND v.sequence =
         (SELECT max(w.sequence) FROM memory_versions w WHERE w.memory_key = m.key AND w.sequence <= ?)
       JOIN path_nodes n ON n.key = v.node_key
       WHERE m.store_key = ? AND m.id = ? AND ${IS_LIVE}`,
      [sequence, storeKey, address.memoryId, sequence],
    )
  }
  return sql.get<LiveMemoryRow>(
    `SELECT ${MEMORY_THEN} ${LIVE_AT_NODES}
     WHERE n.store_key = ? AND n.path = ? AND ${IS_LIVE}`,
    [sequence, storeKey, address.path ?? '', sequence],
  )
}

/**
 * Returns those of these memories, 64 keys at most, that were live as of a change, in their state
 * then.
 */
export async function memoriesOfKeysAt(
  sql: Sql,
  memoryKeys: readonly number[],
  sequence: number,
): Promise<LiveMemoryRow[]> {
  const padded = [...memoryKeys, ...Array<number>(MAX_KEYS - memoryKeys.length).fill(0)]
  return sql.all<LiveMemoryRow>(
    `SELECT ${MEMORY_THEN} FROM memories m
     JOIN memory_versions v ON v.memory_key = m.key AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w WHERE w.memory_key = m.key AND w.sequence <= ?)
     JOIN path_nodes n ON n.key = v.node_key
     WHERE m.key IN ${oneOf(padded)} AND ${IS_LIVE}`,
    [sequence, ...padded, sequence],
  )
}

const MAX_KEYS = 64

export interface PathRange {
  /** exclusive */
  after: string
  /** exclusive; null: no end */
  before: string | null
  limit: number
}

/** The memories of a range of paths as of a change, ordered by path. */
export async function memoriesAt(
  sql: Sql,
  storeKey: number,
  range: PathRange,
  sequence: number,
): Promise<LiveMemoryRow[]> {
  return sql.all<LiveMemoryRow>(
    `SELECT ${MEMORY_THEN} ${LIVE_AT_NODES}
     WHERE n.store_key = ? AND n.path > ?${range.before === null ? '' : ' AND n.path < ?'} AND ${IS_LIVE}
     ORDER BY n.path LIMIT ?`,
    [
      sequence,
      storeKey,
      range.after,
      ...(range.before === null ? [] : [range.before]),
      sequence,
      range.limit,
    ],
  )
}

export interface TotalsRow {
  memoryCount: number
  byteSize: number
}

/** The number and size of the memories that a store had as of a change; reads all its versions. */
export async function totalsAt(
  sql: BulkSql,
  storeKey: number,
  sequence: number,
): Promise<TotalsRow | undefined> {
  return sql.get<TotalsRow>(
    `SELECT count(*) AS "memoryCount", CAST(coalesce(sum(v.size), 0) AS BIGINT) AS "byteSize"
     FROM memory_versions v WHERE v.store_key = ? AND v.sequence <= ? AND ${IS_LIVE}`,
    [storeKey, sequence, sequence],
  )
}

/** The memories directly in a directory as of a change. */
export async function childMemoriesAt(
  sql: Sql,
  parentKey: number,
  sequence: number,
): Promise<LiveMemoryRow[]> {
  return sql.all<LiveMemoryRow>(
    `SELECT ${MEMORY_THEN} ${LIVE_AT_NODES} WHERE n.parent_key = ? AND ${IS_LIVE}`,
    [sequence, parentKey, sequence],
  )
}

const DIRECTORY = columns('n', 'pathNode', ['path'])

type DirectoryRow = RowOf<typeof DIRECTORY>

/** The subdirectories of a directory as of a change, without trailing slashes. */
export async function childDirectoriesAt(
  sql: Sql,
  parentKey: number,
  sequence: number,
): Promise<DirectoryRow[]> {
  return sql.all<DirectoryRow>(
    `SELECT DISTINCT ${DIRECTORY.list} FROM path_nodes n JOIN directory_spans d ON d.node_key = n.key
     WHERE n.parent_key = ? AND d.since_sequence <= ?
       AND (d.until_sequence IS NULL OR d.until_sequence > ?)`,
    [parentKey, sequence, sequence],
  )
}

const EVENT = columns('e', 'storeEvent', ['sequence'])

/** The number of a store's last change before a time, in milliseconds since 1970; 0: there is none. */
export async function lastBefore(sql: Sql, storeKey: number, time: number): Promise<number> {
  const last = await sql.get<RowOf<typeof EVENT>>(
    `SELECT ${EVENT.list} FROM store_events e WHERE e.store_key = ? AND e.created_at < ?
     ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1`,
    [storeKey, time],
  )
  return last?.sequence ?? 0
}
