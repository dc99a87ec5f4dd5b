import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, SqlValue } from '@/lib/db/sql'
import { PINNED_PATHS } from '../../model/pinned-paths'
import { type LiveMemoryRow, HEAD } from '../../write/sql/heads'

/**
 * Read and unread memories of stores: sums over all memories and reads, mostly on the threads of
 * long reads. The examiner asks for what nobody uses.
 */

const MEMORY = columns('m', 'memory', ['id'])

type ReadRow = RowOf<typeof MEMORY> & {
  path: string
  readCount: number
  readerCount: number
  lastReadAt: number
}

/** The live memories of a store that were read most since a time. */
export function mostReadSince(
  sql: Sql,
  { storeKey, since, limit }: { storeKey: number; since: number; limit: number },
): Promise<ReadRow[]> {
  return sql.all<ReadRow>(
    `WITH counts AS (
       SELECT memory_key, CAST(sum(read_count) AS BIGINT) AS read_count,
         max(last_read_at) AS last_read_at
       FROM memory_reads WHERE store_key = ? AND last_read_at >= ? GROUP BY memory_key
     ), most AS (
       SELECT m.key, m.id, m.path, c.read_count, c.last_read_at
       FROM counts c CROSS JOIN memories m WHERE m.key = c.memory_key AND m.path IS NOT NULL
       ORDER BY c.read_count DESC, m.path LIMIT ?
     )
     SELECT most.id, most.path, most.read_count AS "readCount", most.last_read_at AS "lastReadAt",
       (SELECT count(DISTINCT r.actor_id) FROM memory_reads r
        WHERE r.memory_key = most.key AND r.last_read_at >= ?) AS "readerCount"
     FROM most ORDER BY most.read_count DESC, most.path`,
    [storeKey, since, limit, since],
  )
}

/** Returns whether anything of a store was ever read. */
export async function isEverRead(sql: Sql, storeKey: number): Promise<boolean> {
  const read = await sql.get(
    'SELECT 1 AS found FROM memory_reads WHERE store_key = ? AND last_read_at >= 0 LIMIT 1',
    [storeKey],
  )
  return read !== undefined
}

const CHANGED = columns('m', 'memory', ['id', 'updatedAt'])

/** A memory that was never read, with how many there are and their bytes. */
type NeverReadRow = RowOf<typeof CHANGED> & {
  path: string
  size: number
  allMemories: number
  allBytes: number
}

/** Of memories `m` of stores `s` that were there, as they are, before a time: not read since they came. */
const NEVER_READ = `m.path IS NOT NULL AND m.updated_at <= ? AND s.created_at <= ?
  AND NOT EXISTS (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key)`

/** The largest memories of a store that were never read. */
export function largestNeverRead(
  sql: Sql,
  { storeKey, before, limit }: { storeKey: number; before: number; limit: number },
): Promise<NeverReadRow[]> {
  return sql.all<NeverReadRow>(
    `SELECT ${CHANGED.list}, m.path, m.size, count(*) OVER () AS "allMemories",
       CAST(sum(m.size) OVER () AS BIGINT) AS "allBytes"
     FROM memory_stores s CROSS JOIN memories m
     WHERE s.key = ? AND m.store_key = s.key AND ${NEVER_READ}
     ORDER BY m.size DESC, m.path LIMIT ?`,
    [storeKey, before, before, limit],
  )
}

const STORE = columns('s', 'memoryStore', ['key', 'id', 'memoryCount', 'settings'])

/** Lists those of these stores that have memories, the smallest first. */
export function storesBySize(
  sql: Sql,
  storeIds: readonly string[],
): Promise<RowOf<typeof STORE>[]> {
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s
     WHERE s.id IN ${oneOf(storeIds)} AND s.deleted_at IS NULL
       AND s.memory_count > 0 ORDER BY s.memory_count, s.key`,
    storeIds,
  )
}

/** A store's memories that were never read. */
interface NeverReadCountRow {
  id: string
  memories: number
  bytes: number
}

export function countNeverRead(
  sql: Sql,
  { storeKeys, before }: { storeKeys: readonly number[]; before: number },
): Promise<NeverReadCountRow[]> {
  return sql.all<NeverReadCountRow>(
    `SELECT s.id, count(*) AS memories, CAST(sum(m.size) AS BIGINT) AS bytes
     FROM memory_stores s CROSS JOIN memories m
     WHERE s.key IN ${oneOf(storeKeys)} AND m.store_key = s.key AND ${NEVER_READ}
     GROUP BY s.id`,
    [...storeKeys, before, before],
  )
}

const UNUSED = `m.store_key = ? AND m.path IS NOT NULL AND m.updated_at < ?
  AND lower(m.path) NOT IN ${oneOf(PINNED_PATHS)}
  AND NOT EXISTS (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key AND r.last_read_at >= ?)`

/** Of memories that nobody read or wrote since a time. */
interface AskedUnused {
  storeKey: number
  since: number
}

const paramsOf = ({ storeKey, since }: AskedUnused): SqlValue[] => [
  storeKey,
  since,
  ...PINNED_PATHS.map((path) => path.toLowerCase()),
  since,
]

/** Counts them among the first memories of a store, by path, however many it has. */
export async function countUnusedSince(
  sql: Sql,
  { among, ...asked }: AskedUnused & { among: number },
): Promise<number> {
  const row = await sql.get<{ memories: number }>(
    `WITH m AS (
       SELECT key, store_key, path, updated_at FROM memories
       WHERE store_key = ? AND path IS NOT NULL ORDER BY path LIMIT ?
     )
     SELECT count(*) AS memories FROM m WHERE ${UNUSED}`,
    [asked.storeKey, among, ...paramsOf(asked)],
  )
  return row?.memories ?? 0
}

/** Returns whether the memory at a path is unused. */
export async function isUnusedSince(
  sql: Sql,
  { path, ...asked }: AskedUnused & { path: string },
): Promise<boolean> {
  const row = await sql.get(`SELECT 1 AS one FROM memories m WHERE ${UNUSED} AND m.path = ?`, [
    ...paramsOf(asked),
    path,
  ])
  return row !== undefined
}

/** A memory that is live, and so has both. */
export type UnusedRow = RowOf<typeof MEMORY> & { path: string; sha256: string }

/** Some of them that `actorId` has not proposed for deletion since then. */
export function unusedSince(
  sql: Sql,
  { actorId, limit, ...asked }: AskedUnused & { actorId: string; limit: number },
): Promise<UnusedRow[]> {
  return sql.all<UnusedRow>(
    `SELECT ${MEMORY.list}, m.path, m.sha256 FROM memories m WHERE ${UNUSED}
       AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.store_key = m.store_key
         AND p.path = m.path AND p.actor_id = ? AND (p.state = 'waiting' OR p.decided_at >= ?))
     ORDER BY m.path LIMIT ?`,
    [...paramsOf(asked), actorId, asked.since, limit],
  )
}

const LARGE = columns('m', 'memory', ['id', 'storeKey', 'headSequence'])

type LargeRow = RowOf<typeof LARGE> & { path: string; size: number }

/** The largest memories of stores that are larger than so many bytes, of each store others. */
export function memoriesLargerThan(
  sql: Sql,
  stores: readonly { storeKey: number; bytes: number }[],
  limit: number,
): Promise<LargeRow[]> {
  return sql.all<LargeRow>(
    `WITH looked_at(store_key, least) AS (
       VALUES ${stores.map(() => '(CAST(? AS INTEGER), CAST(? AS BIGINT))').join(', ')})
     SELECT ${LARGE.list}, m.path, m.size
     FROM looked_at CROSS JOIN memories m
     WHERE m.store_key = looked_at.store_key AND m.path IS NOT NULL AND m.size > looked_at.least
     ORDER BY m.size DESC, m.id LIMIT ?`,
    [...stores.flatMap(({ storeKey, bytes }) => [storeKey, bytes]), limit],
  )
}

/** A memory with how many of the sessions that read its store read it first. */
type FirstRow = LiveMemoryRow & { sessions: number; ofSessions: number }

/** The memory that most sessions read first, by the latest reads since a time. */
export function mostOftenReadFirst(
  sql: Sql,
  { storeKey, since, maxReads }: { storeKey: number; since: number; maxReads: number },
): Promise<FirstRow | undefined> {
  return sql.get<FirstRow>(
    `WITH latest AS (
       SELECT memory_key, session_id, first_read_at FROM memory_reads
       WHERE store_key = ? AND last_read_at >= ? ORDER BY last_read_at DESC LIMIT ?
     ), reads AS (
       SELECT memory_key, row_number() OVER
         (PARTITION BY session_id ORDER BY first_read_at, memory_key) AS place
       FROM latest WHERE session_id <> ''
     ), firsts AS (
       SELECT memory_key, count(*) AS sessions,
         CAST(sum(count(*)) OVER () AS BIGINT) AS of_sessions
       FROM reads WHERE place = 1 GROUP BY memory_key
     )
     SELECT ${HEAD.list}, f.sessions, f.of_sessions AS "ofSessions"
     FROM firsts f CROSS JOIN memories m WHERE m.key = f.memory_key AND m.path IS NOT NULL
     ORDER BY f.sessions DESC, m.path LIMIT 1`,
    [storeKey, since, maxReads],
  )
}

/** The live memories at the root with one of these names in lower case, `/` before it. */
export function memoriesAtRoot(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
): Promise<LiveMemoryRow[]> {
  return sql.all<LiveMemoryRow>(
    `SELECT ${HEAD.list}
     FROM path_nodes root CROSS JOIN path_nodes n CROSS JOIN memories m
     WHERE root.store_key = ? AND root.path = '' AND n.parent_key = root.key
       AND lower(n.path) IN ${oneOf(paths)} AND m.key = n.memory_key
     ORDER BY m.path`,
    [storeKey, ...paths],
  )
}
