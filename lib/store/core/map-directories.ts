import type { Sql } from '@/lib/db/sql'

/** The directories of a store's map. */
export interface DirectoryAreaRow {
  path: string
  memory_count: number
  byte_size: number
  changed_at: number
  never_read_count: number
  /** of all directories, however many rows are answered */
  directory_count: number
  all_memories: number
  all_bytes: number
}

interface MappedDirectories {
  storeKey: number
  /** the directory that they are in, without a trailing slash */
  directory: string
  limit: number
}

/*
 * A directory's memories are a range of paths, so that the index of paths finds them and no
 * function of one database cuts a path. CROSS JOIN, because SQLite then begins with the left side.
 */

const TOTALS = `count(*) OVER () AS directory_count,
    CAST(sum(s.memory_count) OVER () AS BIGINT) AS all_memories,
    CAST(sum(s.byte_size) OVER () AS BIGINT) AS all_bytes`

/**
 * Everything below each directory in a directory, and what is directly in it as one more; the
 * largest first. The tree knows their sizes: only the memories of those that are answered are
 * looked at.
 */
export async function directoryAreas(
  sql: Sql,
  { storeKey, directory, limit }: MappedDirectories,
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
     SELECT l.path, l.memory_count, l.byte_size, a.changed_at, a.never_read_count,
       l.directory_count, l.all_memories, l.all_bytes
     FROM largest l JOIN looked_at a ON a.path = l.path ORDER BY l.byte_size DESC, l.path`,
    [storeKey, directory, `${directory}/`, limit, storeKey],
  )
}

/** The same as of a change and a time. */
export async function directoryAreasAt(
  sql: Sql,
  { storeKey, directory, limit }: MappedDirectories,
  { sequence, time }: { sequence: number; time: number },
): Promise<DirectoryAreaRow[]> {
  const columns = `v.size, v.created_at AS changed_at, CASE WHEN EXISTS
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
       SELECT c.path || '/' AS path, ${columns}
       FROM children c CROSS JOIN path_nodes n CROSS JOIN memory_versions v
       WHERE n.store_key = ? AND n.path > c.path || '/' AND n.path < c.path || '0' AND ${then}
       UNION ALL
       SELECT CAST(? AS TEXT), ${columns} FROM children n CROSS JOIN memory_versions v WHERE ${then}
     ), sums AS (
       SELECT a.path, count(*) AS memory_count, CAST(sum(a.size) AS BIGINT) AS byte_size,
         max(a.changed_at) AS changed_at, sum(a.never_read) AS never_read_count
       FROM areas a GROUP BY a.path
     )
     SELECT s.*, ${TOTALS} FROM sums s ORDER BY s.byte_size DESC, s.path LIMIT ?`,
    [storeKey, directory, ...below, ...within, limit],
  )
}
