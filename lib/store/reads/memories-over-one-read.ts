import type { Sql } from '@/lib/db/sql'
import type { CountedStore } from './reading-habits'

/** A memory that may have more characters than one read returns. */
export interface LargeMemory {
  store: CountedStore
  id: string
  path: string
  size: number
  head_sequence: number
  /** whether its size alone tells that it has */
  isCertain: boolean
}

/** Characters are UTF-16 units: none takes more than three bytes. */
const MAX_BYTES_PER_CHARACTER = 3

/** The numbers of lines count too: with many short lines a read holds less than half. */
const MIN_SHARE = 2

/** The largest memories of these stores that one read may not return whole, the largest first. */
export async function memoriesOverOneRead(
  sql: Sql,
  stores: readonly CountedStore[],
  limit: number,
): Promise<LargeMemory[]> {
  if (stores.length === 0) return []
  const rows = await sql.all<{
    store_key: number
    id: string
    path: string
    size: number
    head_sequence: number
  }>(
    `WITH looked_at(store_key, least) AS (
       VALUES ${stores.map(() => '(CAST(? AS INTEGER), CAST(? AS BIGINT))').join(', ')})
     SELECT m.store_key, m.id, m.path, m.size, m.head_sequence
     FROM looked_at CROSS JOIN memories m
     WHERE m.store_key = looked_at.store_key AND m.path IS NOT NULL AND m.size > looked_at.least
     ORDER BY m.size DESC, m.id LIMIT ?`,
    [
      ...stores.flatMap(({ key, maxViewChars }) => [key, Math.floor(maxViewChars / MIN_SHARE)]),
      limit,
    ],
  )
  const byKey = new Map(stores.map((store) => [store.key, store]))
  return rows.flatMap(({ store_key, ...memory }) => {
    const store = byKey.get(store_key)
    if (!store) return []
    const isCertain = memory.size > store.maxViewChars * MAX_BYTES_PER_CHARACTER
    return [{ store, ...memory, isCertain }]
  })
}
