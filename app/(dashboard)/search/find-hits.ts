import type { Database } from '@/lib/db/database'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { StoreError } from '@/lib/store/model/problems'
import { type HistoryResult, searchHistory } from '@/lib/store/search-history'
import { type SearchResult, searchStore } from '@/lib/store/search-store'

/** A search query. */
export interface Question {
  query: string
  /** also search old versions */
  isHistory: boolean
  /** only below this directory, without a trailing slash; '' for everywhere */
  directory: string
  /** memories shown per store */
  limit: number
}

/** The hits in one store, current or past. */
export interface StoreHits {
  store: MemoryStore
  present: SearchResult | null
  past: HistoryResult | null
}

/** Searches the stores one by one; null if the query is too short. */
export async function findHits(
  db: Database,
  stores: readonly MemoryStore[],
  { isHistory, ...question }: Question,
): Promise<StoreHits[] | null> {
  const found: StoreHits[] = []
  try {
    for (const store of stores) {
      const input = { storeId: store.id, ...question }
      const present = isHistory ? null : await searchStore(db, input)
      const past = isHistory ? await searchHistory(db, input) : null
      if ((present ?? past)?.hits.length) found.push({ store, present, past })
    }
  } catch (error) {
    if (error instanceof StoreError && error.problem.kind === 'invalid_input') return null
    throw error
  }
  return found
}
