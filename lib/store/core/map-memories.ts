import type { Sql } from '@/lib/db/sql'
import { rangeBelow } from './subtree'

/** The memories of a store's map. */
export interface MemoryAreaRow {
  id: string
  path: string
  size: number
  updated_at: number
  last_read_at: number | null
}

interface MappedRange {
  storeKey: number
  /** without a trailing slash */
  directory: string
  limit: number
}

/** The live memories below a directory, ordered by path. */
export function memoryAreas(
  sql: Sql,
  { storeKey, directory, limit }: MappedRange,
): Promise<MemoryAreaRow[]> {
  const { from, to } = rangeBelow(directory)
  return sql.all<MemoryAreaRow>(
    `SELECT m.id, m.path, m.size, m.updated_at,
       (SELECT max(r.last_read_at) FROM memory_reads r WHERE r.memory_key = m.key) AS last_read_at
     FROM memories m WHERE m.store_key = ? AND m.path > ? AND m.path < ?
     ORDER BY m.path LIMIT ?`,
    [storeKey, from, to, limit],
  )
}

/** The same as of a change and a time. Of an hour's reads only the first and the last are known. */
export function memoryAreasAt(
  sql: Sql,
  { storeKey, directory, limit }: MappedRange,
  { sequence, time }: { sequence: number; time: number },
): Promise<MemoryAreaRow[]> {
  const { from, to } = rangeBelow(directory)
  return sql.all<MemoryAreaRow>(
    `SELECT m.id, n.path, v.size, v.created_at AS updated_at,
       (SELECT max(CASE WHEN r.last_read_at <= ? THEN r.last_read_at ELSE r.first_read_at END)
        FROM memory_reads r WHERE r.memory_key = m.key AND r.first_read_at <= ?) AS last_read_at
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
