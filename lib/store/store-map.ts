import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { type DirectoryAreaRow, directoryAreas, directoryAreasAt } from './core/map-directories'
import { type MemoryAreaRow, memoryAreas, memoryAreasAt } from './core/map-memories'
import { sequenceAt } from './core/sequence-at'
import { findStore } from './core/store-transaction'
import type { StoreMap } from './model/store-map'
import type { Moment } from './model/moment'
import { flushReadsToShow } from './reads'

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
