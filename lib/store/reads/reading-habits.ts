import type { Database } from '@/lib/db/database'
import type { Sql, SqlValue } from '@/lib/db/sql'
import { PINNED_PATHS } from '../model/pinned-paths'
import { parseStoreSettings } from '../model/store-settings'
import { findStore } from '../write/store-transaction'
import { flushReadsToShow } from './reads'

/** How often a memory was read since a time. */
export interface ReadMemory {
  memoryId: string
  path: string
  readCount: number
  /** how many actors read it */
  readerCount: number
  /** milliseconds since 1970 */
  lastReadAt: number
}

export interface MostReadInput {
  storeId: string
  /** milliseconds since 1970; reads are counted by the hour */
  since: number
  limit: number
  /** for a caller that leaves: aborts the query with the signal's reason */
  signal?: AbortSignal | undefined
}

interface ReadRow {
  id: string
  path: string
  read_count: number
  reader_count: number
  last_read_at: number
}

/**
 * The live memories that agents and scripts read most since a time, the most read first; the
 * dashboard counts none. Costs the reads since then, by the index of their times, on a connection
 * for long reads. Refuses `store_not_found`.
 */
export async function mostRead(db: Database, input: MostReadInput): Promise<ReadMemory[]> {
  await flushReadsToShow(db)
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  const rows = await sql.all<ReadRow>(
    `WITH counts AS (
       SELECT memory_key, CAST(sum(read_count) AS BIGINT) AS read_count,
         max(last_read_at) AS last_read_at
       FROM memory_reads WHERE store_key = ? AND last_read_at >= ? GROUP BY memory_key
     ), most AS (
       SELECT m.key, m.id, m.path, c.read_count, c.last_read_at
       FROM counts c CROSS JOIN memories m WHERE m.key = c.memory_key AND m.path IS NOT NULL
       ORDER BY c.read_count DESC, m.path LIMIT ?
     )
     SELECT most.*, (SELECT count(DISTINCT r.actor_id) FROM memory_reads r
       WHERE r.memory_key = most.key AND r.last_read_at >= ?) AS reader_count
     FROM most ORDER BY read_count DESC, path`,
    [store.key, input.since, input.limit, input.since],
  )
  return rows.map((row) => ({
    memoryId: row.id,
    path: row.path,
    readCount: row.read_count,
    readerCount: row.reader_count,
    lastReadAt: row.last_read_at,
  }))
}

/** The memories of a store that no agent and no script ever read. */
export interface NeverRead {
  memoryCount: number
  byteSize: number
  /** the largest of them */
  largest: { memoryId: string; path: string; size: number; changedAt: number }[]
}

interface NeverReadRow {
  id: string
  path: string
  size: number
  updated_at: number
  all_memories: number
  all_bytes: number
}

/** Whether anything of a store was ever read. Refuses `store_not_found`. */
export async function hasReads(db: Database, storeId: string): Promise<boolean> {
  await flushReadsToShow(db)
  const store = await findStore(db.read, storeId)
  return anyRead(db.read, store.key)
}

async function anyRead(sql: Sql, storeKey: number): Promise<boolean> {
  const read = await sql.get(
    'SELECT 1 AS found FROM memory_reads WHERE store_key = ? AND last_read_at >= 0 LIMIT 1',
    [storeKey],
  )
  return read !== undefined
}

/**
 * What was never read, with at most `limit` of the largest; null while nothing of the store was
 * read, which says nothing about any of it. Costs the rows of the store's memories, no contents, on
 * a connection for long reads. Refuses `store_not_found`.
 */
export async function neverRead(
  db: Database,
  input: { storeId: string; limit: number; signal?: AbortSignal | undefined },
): Promise<NeverRead | null> {
  await flushReadsToShow(db)
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  if (!(await anyRead(sql, store.key))) return null
  const rows = await sql.all<NeverReadRow>(
    `SELECT m.id, m.path, m.size, m.updated_at, count(*) OVER () AS all_memories,
       CAST(sum(m.size) OVER () AS BIGINT) AS all_bytes
     FROM memories m
     WHERE m.store_key = ? AND m.path IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key)
     ORDER BY m.size DESC, m.path LIMIT ?`,
    [store.key, Math.max(1, input.limit)],
  )
  return {
    memoryCount: rows[0]?.all_memories ?? 0,
    byteSize: rows[0]?.all_bytes ?? 0,
    largest: rows.slice(0, input.limit).map((row) => ({
      memoryId: row.id,
      path: row.path,
      size: row.size,
      changedAt: row.updated_at,
    })),
  }
}

/** A store whose memories are looked at. */
export interface CountedStore {
  key: number
  id: string
  memoryCount: number
  maxViewChars: number
}

/** Those of these stores, the smallest first, that have no more memories than this in all. */
export async function storesWithin(
  sql: Sql,
  storeIds: readonly string[],
  mostMemories: number,
): Promise<CountedStore[]> {
  if (storeIds.length === 0) return []
  const rows = await sql.all<{ key: number; id: string; memory_count: number; settings: string }>(
    `SELECT key, id, memory_count, settings FROM memory_stores
     WHERE id IN (?${', ?'.repeat(storeIds.length - 1)}) AND deleted_at IS NULL
       AND memory_count > 0 ORDER BY memory_count, key`,
    storeIds,
  )
  let sum = 0
  return rows
    .filter(({ memory_count }) => (sum += memory_count) <= mostMemories)
    .map(({ key, id, memory_count, settings }) => ({
      key,
      id,
      memoryCount: memory_count,
      maxViewChars: parseStoreSettings(settings).maxViewChars,
    }))
}

/** How many memories of each store were never read, by the store's id. */
export async function neverReadByStore(
  sql: Sql,
  stores: readonly CountedStore[],
): Promise<Map<string, { memoryCount: number; byteSize: number; of: number }>> {
  const counts = new Map(
    stores.map(({ id, memoryCount: of }) => [id, { memoryCount: 0, byteSize: 0, of }]),
  )
  if (stores.length === 0) return counts
  const rows = await sql.all<{ id: string; memories: number; bytes: number }>(
    `SELECT s.id, count(*) AS memories, CAST(sum(m.size) AS BIGINT) AS bytes
     FROM memory_stores s CROSS JOIN memories m
     WHERE s.key IN (?${', ?'.repeat(stores.length - 1)})
       AND m.store_key = s.key AND m.path IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key)
     GROUP BY s.id`,
    stores.map(({ key }) => key),
  )
  for (const { id, memories, bytes } of rows) {
    const of = counts.get(id)?.of ?? memories
    counts.set(id, { memoryCount: memories, byteSize: bytes, of })
  }
  return counts
}

const DAY_MS = 86_400_000

/** A memory that nobody read or wrote for long. */
export interface UnusedMemory {
  id: string
  path: string
  sha256: string
}

const UNUSED = `m.store_key = ? AND m.path IS NOT NULL AND m.updated_at < ?
  AND lower(m.path) NOT IN (${PINNED_PATHS.map(() => '?').join(', ')})
  AND NOT EXISTS (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key AND r.last_read_at >= ?)`

const paramsOf = (storeKey: number, since: number): SqlValue[] => [
  storeKey,
  since,
  ...PINNED_PATHS.map((path) => path.toLowerCase()),
  since,
]

/** How many memories of a store nobody read or wrote for so many days. Refuses `store_not_found`. */
export async function countUnused(
  db: Database,
  { storeId, days, now }: { storeId: string; days: number; now: number },
): Promise<number> {
  const store = await findStore(db.bulk, storeId)
  const row = await db.bulk.get<{ memories: number }>(
    `SELECT count(*) AS memories FROM memories m WHERE ${UNUSED}`,
    paramsOf(store.key, now - days * DAY_MS),
  )
  return row?.memories ?? 0
}

/** Whether nobody read or wrote a memory since a time; false if it is gone. */
export async function isUnused(
  sql: Sql,
  { storeKey, path, since }: { storeKey: number; path: string; since: number },
): Promise<boolean> {
  const row = await sql.get(`SELECT 1 AS one FROM memories m WHERE ${UNUSED} AND m.path = ?`, [
    ...paramsOf(storeKey, since),
    path,
  ])
  return row !== undefined
}

/**
 * Some of the memories that nobody read or wrote since a time, and that `actorId` has not proposed
 * for deletion since then.
 */
export async function unusedMemories(
  sql: Sql,
  asked: { storeKey: number; since: number; actorId: string; limit: number },
): Promise<UnusedMemory[]> {
  const { storeKey, since, actorId, limit } = asked
  return sql.all<UnusedMemory>(
    `SELECT m.id, m.path, m.sha256 FROM memories m WHERE ${UNUSED}
       AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.store_key = m.store_key
         AND p.path = m.path AND p.actor_id = ? AND (p.state = 'waiting' OR p.decided_at >= ?))
     ORDER BY m.path LIMIT ?`,
    [...paramsOf(storeKey, since), actorId, since, limit],
  )
}
