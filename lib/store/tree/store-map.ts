import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import type { StoreMap } from '../model/store-map'
import { flushReadsToShow } from '../reads/reads'
import { firstEventAfter } from '../time/sql/moments'
import { sequenceAt } from '../time/store-moment'
import { findStore } from '../write/store-transaction'
import {
  directoryAreas,
  directoryAreasAt,
  type DirectoryAreaRow,
  memoryAreas,
  memoryAreasAt,
  type MemoryAreaRow,
} from './sql/areas'
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
  const storeKey = store.key
  const range = { storeKey, ...rangeBelow(directory), limit: MAX_MAPPED_MEMORIES + 1 }
  const memories = await (then ? memoryAreasAt(sql, range, then) : memoryAreas(sql, range))
  if (memories.length < range.limit) return ofMemories(memories)
  const largest = { storeKey, directory, limit: MAX_MAPPED_DIRECTORIES }
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
  const next = await firstEventAfter(sql, storeKey, sequence)
  return { sequence, time: next?.createdAt ?? Number.MAX_SAFE_INTEGER }
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
      changedAt: row.updatedAt,
      lastReadAt: row.lastReadAt,
    })),
  }
}

function ofDirectories(rows: readonly DirectoryAreaRow[]): StoreMap {
  const [first] = rows
  const memoryCount = first?.allMemories ?? 0
  const byteSize = first?.allBytes ?? 0
  const rest = {
    directoryCount: (first?.directoryCount ?? 0) - rows.length,
    memoryCount: rows.reduce((left, row) => left - row.memoryCount, memoryCount),
    byteSize: rows.reduce((left, row) => left - row.byteSize, byteSize),
  }
  return {
    shows: 'directories',
    memoryCount,
    byteSize,
    directories: rows.map((row) => ({
      path: row.path,
      memoryCount: row.memoryCount,
      byteSize: row.byteSize,
      changedAt: row.changedAt,
      neverReadCount: row.neverReadCount,
    })),
    rest: rest.directoryCount === 0 ? null : rest,
  }
}
