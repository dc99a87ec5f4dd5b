import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import type { StoreMap } from '../model/store-map'
import { flushReadsToShow } from '../reads/reads'
import { sequenceAt } from '../time/store-moment'
import { findStore } from '../write/store-transaction'
import { rangeBelow } from './subtree'

export interface StoreMapInput {
  storeId: string
  /** the directory to map, without a trailing slash; left out: the whole store */
  directory?: string | undefined
  /** as of this moment instead of now, reads included */
  at?: Moment | undefined
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

/** Of more memories a map shows only directories. */
export const MAX_MAPPED_MEMORIES = 2000

/** Directories beyond the largest are one area. */
export const MAX_MAPPED_DIRECTORIES = 200

/**
 * The map of a store or of one of its directories, memories in byte order of paths, directories the
 * largest first. Answers at most 2,000 areas. Costs the rows of the mapped memories and of their
 * reads, never a content; over 2,000 memories they are added up by the database, on a connection
 * for long reads. Refuses `store_not_found`.
 */
export async function storeMap(db: Database, input: StoreMapInput): Promise<StoreMap> {
  await flushReadsToShow(db)
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  const directory = input.directory ?? ''
  const then = input.at ? await momentOf(sql, store.key, input.at) : null
  const range = { storeKey: store.key, directory, limit: MAX_MAPPED_MEMORIES + 1 }
  const memories = await (then ? memoryAreasAt(sql, range, then) : memoryAreas(sql, range))
  if (memories.length < range.limit) return ofMemories(memories)
  const largest = { ...range, limit: MAX_MAPPED_DIRECTORIES }
  return ofDirectories(
    await (then ? directoryAreasAt(sql, largest, then) : directoryAreas(sql, largest)),
  )
}

/** A change and its time; reads after it had not happened then. */
async function momentOf(
  sql: Sql,
  storeKey: number,
  at: Moment,
): Promise<{ sequence: number; time: number }> {
  const sequence = await sequenceAt(sql, storeKey, at)
  if ('time' in at) return { sequence, time: at.time }
  // Until the next change the moment lasts.
  const next = await sql.get<{ created_at: number }>(
    `SELECT created_at FROM store_events WHERE store_key = ? AND sequence > ?
     ORDER BY sequence LIMIT 1`,
    [storeKey, sequence],
  )
  return { sequence, time: next?.created_at ?? Number.MAX_SAFE_INTEGER }
}

function ofMemories(rows: readonly MemoryAreaRow[]): StoreMap {
  return {
    shows: 'memories',
    memoryCount: rows.length,
    byteSize: rows.reduce((sum, { size }) => sum + size, 0),
    memories: rows.map((row) => ({
      memoryId: row.id,
      path: row.path,
      size: row.size,
      changedAt: row.updated_at,
      lastReadAt: row.last_read_at,
    })),
  }
}

function ofDirectories(rows: readonly DirectoryAreaRow[]): StoreMap {
  const [first] = rows
  const memoryCount = first?.all_memories ?? 0
  const byteSize = first?.all_bytes ?? 0
  const rest = {
    directoryCount: (first?.directory_count ?? 0) - rows.length,
    memoryCount: rows.reduce((left, row) => left - row.memory_count, memoryCount),
    byteSize: rows.reduce((left, row) => left - row.byte_size, byteSize),
  }
  return {
    shows: 'directories',
    memoryCount,
    byteSize,
    directories: rows.map((row) => ({
      path: row.path,
      memoryCount: row.memory_count,
      byteSize: row.byte_size,
      changedAt: row.changed_at,
      neverReadCount: row.never_read_count,
    })),
    rest: rest.directoryCount === 0 ? null : rest,
  }
}

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
async function directoryAreas(
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
async function directoryAreasAt(
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
function memoryAreas(
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
function memoryAreasAt(
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
