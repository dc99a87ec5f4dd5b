import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, Sql } from '@/lib/db/sql'
import { SELECT_VERSIONS, type VersionRow } from './version-rows'

/**
 * All versions of memories and of stores, page by page: for long reads, of which exports and the
 * search for damage are no page's.
 */

/** Of a memory after a sequence, the oldest first. */
export function versionsOfMemoryAfter(
  sql: Sql,
  { memoryKey, after, limit }: { memoryKey: number; after: number; limit: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? AND v.sequence > ? ORDER BY v.sequence LIMIT ?`,
    [memoryKey, after, limit],
  )
}

/** The most memories per call of `versionsOfMemories`. */
export const MAX_MEMORIES = 32

/** All of some memories, in the order of the store's changes. */
export function versionsOfMemories(sql: Sql, keys: readonly number[]): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key IN (?${', ?'.repeat(MAX_MEMORIES - 1)}) ORDER BY v.sequence`,
    [...keys, ...Array<number>(MAX_MEMORIES - keys.length).fill(0)],
  )
}

/** Of a memory before a sequence, the newest first. */
export function versionsOfMemoryBefore(
  sql: BulkSql,
  wanted: { storeKey: number; memoryId: string; before: number; limit: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE m.id = ? AND v.store_key = ? AND v.sequence < ?
     ORDER BY v.sequence DESC LIMIT ?`,
    [wanted.memoryId, wanted.storeKey, wanted.before, wanted.limit],
  )
}

/** Of a store after a sequence, the oldest first; or of one of its memories, which has its own index. */
export function oldestAfter(
  sql: Sql,
  wanted: { storeKey: number; memoryId: string | undefined; after: number; limit: number },
): Promise<VersionRow[]> {
  const { storeKey, memoryId, after, limit } = wanted
  const ofMemory = 'v.memory_key = (SELECT key FROM memories WHERE store_key = ? AND id = ?)'
  const which = memoryId === undefined ? 'v.store_key = ?' : ofMemory
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE ${which} AND v.sequence > ? ORDER BY v.sequence LIMIT ?`,
    [storeKey, ...(memoryId === undefined ? [] : [memoryId]), after, limit],
  )
}

const MEMORY = columns('m', 'memory', ['key'])

export function memoryKeysAfter(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: number; limit: number },
): Promise<RowOf<typeof MEMORY>[]> {
  return sql.all<RowOf<typeof MEMORY>>(
    `SELECT ${MEMORY.list} FROM memories m WHERE m.store_key = ? AND m.key > ?
     ORDER BY m.key LIMIT ?`,
    [storeKey, after, limit],
  )
}
