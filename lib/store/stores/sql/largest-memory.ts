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
