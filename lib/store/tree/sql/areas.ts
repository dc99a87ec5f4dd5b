import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql } from '@/lib/db/sql'

/** Areas of a store's map: sums over all its memories, for the threads that read for long work. */

/** The part of a store to map. */
interface Mapped {
  storeKey: number
  /** without a trailing slash */
  directory: string
  limit: number
}

/** A change and its time. */
interface Then {
  sequence: number
  time: number
}

/** A directory of a store's map. */
export interface DirectoryAreaRow {
  path: string
  memoryCount: number
  byteSize: number
  changedAt: number
  neverReadCount: number
  /** of all directories, however many rows are answered */
  directoryCount: number
  allMemories: number
  allBytes: number
}

/*
 * A directory's memories are a range of paths, so that the index of paths finds them and no
 * function of one database cuts a path. CROSS JOIN, because SQLite then begins with the left side.
 */

const TOTALS = `count(*) OVER () AS "directoryCount",
    CAST(sum(s.memory_count) OVER () AS BIGINT) AS "allMemories",
    CAST(sum(s.byte_size) OVER () AS BIGINT) AS "allBytes"`

/**
 * Everything below each directory in a directory, and what is directly in it as one more; the
 * largest first. The tree knows their sizes: only the memories of those that are answered are
 * looked at.
 */
export function directoryAreas(
  sql: BulkSql,
  { storeKey, directory, limit }: Mapped,
): Promise<DirectoryAreaRow[]> {
  const neverRead = `CAST(sum(CASE WHEN EXISTS
    (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key) THEN 0 ELSE 1 END) AS BIGINT)`
  return sql.all<DirectoryAreaRow>(
    `WITH children AS (
       SELECT c.path, c.memory_key, c.memory_count, c.byte_size FROM path_nodes d
       JOIN path_nodes c ON c.parent_key = d.key
       WHERE d.store_key = ? AND d.path = ? AND c.entry IS NOT NULL
     ), own AS (
       SELECT count(*) AS memory_count, CAST(sum(m.size) AS BIGINT) AS byte_size,
         max(m.updated_at) AS changed_at, ${neverRead} AS never_read_count
       FROM children c CROSS JOIN memories m
       WHERE c.memory_key IS NOT NULL AND m.key = c.memory_key
     ), sums AS (
       SELECT c.path || '/' AS path, c.path || '0' AS path_end, c.memory_count, c.byte_size
       FROM children c WHERE c.memory_key IS NULL
       UNION ALL
       SELECT CAST(? AS TEXT), NULL, o.memory_count, o.byte_size FROM own o WHERE o.memory_count > 0
     ), largest AS (
       SELECT s.*, ${TOTALS} FROM sums s ORDER BY s.byte_size DESC, s.path LIMIT ?
     ), looked_at AS (
       SELECT l.path, max(m.updated_at) AS changed_at, ${neverRead} AS never_read_count
       FROM largest l CROSS JOIN memories m
       WHERE l.path_end IS NOT NULL AND m.store_key = ? AND m.path > l.path AND m.path < l.path_end
       GROUP BY l.path
       UNION ALL
       SELECT l.path, o.changed_at, o.never_read_count FROM largest l CROSS JOIN own o
       WHERE l.path_end IS NULL
     )
     SELECT l.path, l.memory_count AS "memoryCount", l.byte_size AS "byteSize",
       a.changed_at AS "changedAt", a.never_read_count AS "neverReadCount",
       l."directoryCount", l."allMemories", l."allBytes"
     FROM largest l JOIN looked_at a ON a.path = l.path ORDER BY l.byte_size DESC, l.path`,
    [storeKey, directory, `${directory}/`, limit, storeKey],
  )
}

/** The same as of a change and a time. */
export function directoryAreasAt(
  sql: BulkSql,
  { storeKey, directory, limit }: Mapped,
  { sequence, time }: Then,
): Promise<DirectoryAreaRow[]> {
  const version = `v.size, v.created_at AS changed_at, CASE WHEN EXISTS
    (SELECT 1 FROM memory_reads r WHERE r.memory_key = v.memory_key AND r.first_read_at <= ?)
    THEN 0 ELSE 1 END AS never_read`
  const then = `v.store_key = ? AND v.sequence =
      (SELECT max(w.sequence) FROM memory_versions w WHERE w.node_key = n.key AND w.sequence <= ?)
    AND v.operation <> 'deleted' AND (v.until_sequence IS NULL OR v.until_sequence > ?)`
  const below = [time, storeKey, storeKey, sequence, sequence]
  const within = [`${directory}/`, time, storeKey, sequence, sequence]
  return sql.all<DirectoryAreaRow>(
    `WITH children AS (
       SELECT c.key, c.path FROM path_nodes d JOIN path_nodes c ON c.parent_key = d.key
       WHERE d.store_key = ? AND d.path = ?
     ), areas AS (
       SELECT c.path || '/' AS path, ${version}
       FROM children c CROSS JOIN path_nodes n CROSS JOIN memory_versions v
       WHERE n.store_key = ? AND n.path > c.path || '/' AND n.path < c.path || '0' AND ${then}
       UNION ALL
       SELECT CAST(? AS TEXT), ${version} FROM children n CROSS JOIN memory_versions v WHERE ${then}
     ), sums AS (
       SELECT a.path, count(*) AS memory_count, CAST(sum(a.size) AS BIGINT) AS byte_size,
         max(a.changed_at) AS changed_at, sum(a.never_read) AS never_read_count
       FROM areas a GROUP BY a.path
     )
     SELECT s.path, s.memory_count AS "memoryCount", s.byte_size AS "byteSize",
       s.changed_at AS "changedAt", s.never_read_count AS "neverReadCount", ${TOTALS}
     FROM sums s ORDER BY s.byte_size DESC, s.path LIMIT ?`,
    [storeKey, directory, ...below, ...within, limit],
  )
}

const MEMORY = columns('m', 'memory', ['id'])

/** A memory of a store's map. */
export type MemoryAreaRow = RowOf<typeof MEMORY> & {
  path: string
  size: number
  updatedAt: number
  lastReadAt: number | null
}

/** Paths between two others, without them. */
interface MappedRange {
  storeKey: number
  from: string
  to: string
  limit: number
}

/** The live memories of a range, ordered by path. */
export function memoryAreas(
  sql: BulkSql,
  { storeKey, from, to, limit }: MappedRange,
): Promise<MemoryAreaRow[]> {
  return sql.all<MemoryAreaRow>(
    `SELECT ${MEMORY.list}, m.path, m.size, m.updated_at AS "updatedAt",
       (SELECT max(r.last_read_at) FROM memory_reads r WHERE r.memory_key = m.key) AS "lastReadAt"
     FROM memories m WHERE m.store_key = ? AND m.path > ? AND m.path < ?
     ORDER BY m.path LIMIT ?`,
    [storeKey, from, to, limit],
  )
}

/** The same as of a change and a time. Of an hour's reads only the first and the last are known. */
export function memoryAreasAt(
  sql: BulkSql,
  { storeKey, from, to, limit }: MappedRange,
  { sequence, time }: Then,
): Promise<MemoryAreaRow[]> {
  return sql.all<MemoryAreaRow>(
    `SELECT ${MEMORY.list}, n.path, v.size, v.created_at AS "updatedAt",
       (SELECT max(CASE WHEN r.last_read_at <= ? THEN r.last_read_at ELSE r.first_read_at END)
        FROM memory_reads r WHERE r.memory_key = m.key AND r.first_read_at <= ?) AS "lastReadAt"
     FROM path_nodes n
     JOIN memory_versions v ON v.store_key = n.store_key AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w WHERE w.node_key = n.key AND w.sequence <= ?)
     JOIN memories m ON m.key = v.memory_key
     WHERE n.store_key = ? AND n.path > ? AND n.path < ? AND v.operation <> 'deleted'
       AND (v.until_sequence IS NULL OR v.until_sequence > ?)
     ORDER BY n.path LIMIT ?`,
    [time, time, sequence, storeKey, from, to, sequence, limit],
  )
}
