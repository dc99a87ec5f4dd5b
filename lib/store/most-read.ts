import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
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
