import type { Sql } from '@/lib/db/sql'
import type { CountedStore } from './reading-habits'
import { memoriesLargerThan } from './sql/habits'

/** A memory that may have more characters than one read returns. */
export interface LargeMemory {
  store: CountedStore
  id: string
  path: string
  size: number
  headSequence: number
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
  const limits = stores.map(({ key: storeKey, maxViewChars }) => ({
    storeKey,
    bytes: Math.floor(maxViewChars / MIN_SHARE),
  }))
  const rows = await memoriesLargerThan(sql, limits, limit)
  const byKey = new Map(stores.map((store) => [store.key, store]))
  return rows.flatMap(({ storeKey, ...memory }) => {
    const store = byKey.get(storeKey)
    if (!store) return []
    const isCertain = memory.size > store.maxViewChars * MAX_BYTES_PER_CHARACTER
    return [{ store, ...memory, isCertain }]
  })
}
