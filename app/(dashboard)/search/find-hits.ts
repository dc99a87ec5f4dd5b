import type { Database } from '@/lib/db/database'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { StoreError } from '@/lib/store/model/problems'
import { type HistoryResult, searchHistory } from '@/lib/store/search-history'
import { type SearchResult, searchStore } from '@/lib/store/search-store'

/** What is looked for. */
export interface Question {
  query: string
  /** in versions of every age, too */
  isHistory: boolean
  /** only below this directory, without a trailing slash; '' for everywhere */
  directory: string
  /** memories that are shown of each store */
  limit: number
}

/** What was found in one store, now or ever. */
export interface StoreHits {
  store: MemoryStore
  present: SearchResult | null
  past: HistoryResult | null
}

/** Searches the stores one by one; null where the query is too short to be looked for. */
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
