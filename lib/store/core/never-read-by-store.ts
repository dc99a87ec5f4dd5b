import type { Sql } from '@/lib/db/sql'
import { parseStoreSettings } from '../model/store-settings'

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
