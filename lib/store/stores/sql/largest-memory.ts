import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql } from '@/lib/db/sql'

const MEMORY = columns('m', 'memory', ['id'])

/** A memory that is live, and so has both. */
export type LargestRow = RowOf<typeof MEMORY> & { path: string; size: number }

/**
 * The largest memory of a store, undefined if it is empty. It goes over all of them, for the threads
 * that read for long work; programs ask for a store's limits over the API.
 */
export function largestMemory(sql: BulkSql, storeKey: number): Promise<LargestRow | undefined> {
  return sql.get<LargestRow>(
    `SELECT ${MEMORY.list}, m.path, m.size FROM memories m
     WHERE m.store_key = ? AND m.path IS NOT NULL ORDER BY m.size DESC, m.path LIMIT 1`,
    [storeKey],
  )
}

const CHANGED = columns('m', 'memory', ['id', 'path', 'size'])

/** The memories of a store that changed after a sequence, as they are now. */
export function memoriesChangedAfter(
  sql: BulkSql,
  storeKey: number,
  sequence: number,
): Promise<RowOf<typeof CHANGED>[]> {
  return sql.all<RowOf<typeof CHANGED>>(
    `SELECT ${CHANGED.list} FROM memories m WHERE m.key IN
       (SELECT v.memory_key FROM memory_versions v WHERE v.store_key = ? AND v.sequence > ?)`,
    [storeKey, sequence],
  )
}
