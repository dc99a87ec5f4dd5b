import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { findStore } from './core/store-transaction'
import { flushReadsToShow } from './reads'

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
