import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/text/day-ms'
import { NEVER_READ_AFTER_MS } from '../model/never-read'
import { parseStoreSettings } from '../model/store-settings'
import { findStore } from '../write/store-transaction'
import { flushReadsToShow } from './reads'
import {
  countNeverRead,
  countUnusedSince,
  isEverRead,
  isUnusedSince,
  largestNeverRead,
  mostReadSince,
  storesBySize,
  type UnusedRow,
  unusedSince,
} from './sql/habits'

/** A memory's reads since a time. */
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

/**
 * The live memories that agents and scripts read most since a time, the most read first; the
 * dashboard counts none. Costs the reads since then, by the index of their times, on a connection
 * for long reads. Refuses `store_not_found`.
 */
export async function mostRead(db: Database, input: MostReadInput): Promise<ReadMemory[]> {
  await flushReadsToShow(db)
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  const { since, limit } = input
  const rows = await mostReadSince(sql, { storeKey: store.key, since, limit })
  return rows.map(({ id: memoryId, ...read }) => ({ memoryId, ...read }))
}

/** The memories of a store that no agent and no script ever read, though they had the time. */
export interface NeverRead {
  memoryCount: number
  byteSize: number
  /** the largest of them */
  largest: { memoryId: string; path: string; size: number; changedAt: number }[]
}

/** Returns whether anything of a store was ever read. Refuses `store_not_found`. */
export async function hasReads(db: Database, storeId: string): Promise<boolean> {
  await flushReadsToShow(db)
  const store = await findStore(db.read, storeId)
  return isEverRead(db.read, store.key)
}

/**
 * Counts the memories that were never read in `NEVER_READ_AFTER_MS` before `now`, with at most
 * `limit` of the largest; null while nothing of the store was read, which says nothing about any of
 * it. Costs the rows of the store's memories, no contents, on a connection for long reads. Refuses
 * `store_not_found`.
 */
export async function neverRead(
  db: Database,
  input: { storeId: string; limit: number; now: number; signal?: AbortSignal | undefined },
): Promise<NeverRead | null> {
  await flushReadsToShow(db)
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  if (!(await isEverRead(sql, store.key))) return null
  const before = input.now - NEVER_READ_AFTER_MS
  const wanted = { storeKey: store.key, before, limit: Math.max(1, input.limit) }
  const rows = await largestNeverRead(sql, wanted)
  return {
    memoryCount: rows[0]?.allMemories ?? 0,
    byteSize: rows[0]?.allBytes ?? 0,
    largest: rows.slice(0, input.limit).map((row) => ({
      memoryId: row.id,
      path: row.path,
      size: row.size,
      changedAt: row.updatedAt,
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

/**
 * Returns those of these stores, the smallest first, that have no more than `mostMemories` in all.
 */
export async function storesWithin(
  sql: Sql,
  storeIds: readonly string[],
  mostMemories: number,
): Promise<CountedStore[]> {
  if (storeIds.length === 0) return []
  const rows = await storesBySize(sql, storeIds)
  let sum = 0
  return rows
    .filter(({ memoryCount }) => (sum += memoryCount) <= mostMemories)
    .map(({ key, id, memoryCount, settings }) => ({
      key,
      id,
      memoryCount,
      maxViewChars: parseStoreSettings(settings).maxViewChars,
    }))
}

/** Counts the memories of each store that were never read by now, by store id. */
export async function neverReadByStore(
  sql: Sql,
  stores: readonly CountedStore[],
  now: number,
): Promise<Map<string, { memoryCount: number; byteSize: number; of: number }>> {
  const counts = new Map(
    stores.map(({ id, memoryCount: of }) => [id, { memoryCount: 0, byteSize: 0, of }]),
  )
  if (stores.length === 0) return counts
  const rows = await countNeverRead(sql, {
    storeKeys: stores.map(({ key }) => key),
    before: now - NEVER_READ_AFTER_MS,
  })
  for (const { id, memories, bytes } of rows) {
    const of = counts.get(id)?.of ?? memories
    counts.set(id, { memoryCount: memories, byteSize: bytes, of })
  }
  return counts
}

/** A memory that nobody read or wrote for long. */
export type UnusedMemory = UnusedRow

/** Memories that are looked at to count the unused ones of a store: a hundredth of a second's worth. */
const MAX_LOOKED_AT = 20_000

/** The number of unused memories of a store, of those that were looked at. */
export interface Unused {
  count: number
  lookedAt: number
  /** false: the store has more memories than were looked at */
  isAll: boolean
}

/**
 * Counts the memories of a store that nobody read or wrote for this many days, among the first 20,000
 * by path. Refuses `store_not_found`.
 */
export async function countUnused(
  db: Database,
  { storeId, days, now }: { storeId: string; days: number; now: number },
): Promise<Unused> {
  const { key: storeKey, memoryCount } = await findStore(db.bulk, storeId)
  const since = now - days * DAY_MS
  return {
    count: await countUnusedSince(db.bulk, { storeKey, since, among: MAX_LOOKED_AT }),
    lookedAt: Math.min(memoryCount, MAX_LOOKED_AT),
    isAll: memoryCount <= MAX_LOOKED_AT,
  }
}

/** Returns whether nobody read or wrote a memory since a time; false if it is gone. */
export function isUnused(
  sql: Sql,
  asked: { storeKey: number; path: string; since: number },
): Promise<boolean> {
  return isUnusedSince(sql, asked)
}

/**
 * Some of the memories that nobody read or wrote since a time, and that `actorId` has not proposed
 * for deletion since then.
 */
export function unusedMemories(
  sql: Sql,
  asked: { storeKey: number; since: number; actorId: string; limit: number },
): Promise<UnusedMemory[]> {
  return unusedSince(sql, asked)
}
