import { searchSessions, type SessionSearch } from '@/lib/agent/search-sessions'
import type { Database } from '@/lib/db/database'
import { getStore, listStores } from '@/lib/store/stores/read-stores'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { StoreError } from '@/lib/store/model/problems'
import { type HistoryResult, searchHistory } from '@/lib/store/search/search-history'
import { type SearchResult, searchStore } from '@/lib/store/search/search-store'
import { storesWithText } from '@/lib/store/search/stores-with-text'

/** A search query. */
export interface Question {
  query: string
  /** also search old versions */
  isHistory: boolean
  /** only below this directory, without a trailing slash; '' for everywhere */
  directory: string
  /** memories shown per store */
  limit: number
  /** only this store */
  storeId: string | null
  /** continues with the stores after this one */
  after: string | null
}

/** The hits in one store, current or past. */
export interface StoreHits {
  store: MemoryStore
  present: SearchResult | null
  past: HistoryResult | null
}

/** The results of a search. */
export interface SearchResults {
  stores: StoreHits[]
  /** null: sessions have no directories, so they were not searched */
  sessions: SessionSearch | null
  /**
   * memories that contained it once, looked up if none does now; `isMore`: there are at least this
   * many. Null: not looked up
   */
  inHistory: { count: number; isMore: boolean } | null
  /** number of stores that were searched */
  searched: number
  /** `after` for the search in the other stores; null: all were searched */
  next: string | null
}

/** The memory that the address names among those found, else the first; null: none was found. */
export function previewedHit(
  found: SearchResults,
  memoryId: string,
): { storeId: string; memoryId: string } | null {
  const all = found.stores.flatMap(({ store, present, past }) =>
    [
      ...(present?.hits.map(({ memory }) => memory.id) ?? []),
      ...(past?.hits.map((hit) => hit.memoryId) ?? []),
    ].map((id) => ({ storeId: store.id, memoryId: id })),
  )
  return all.find((each) => each.memoryId === memoryId) ?? all[0] ?? null
}

/** Sessions shown. */
const SESSIONS = 10

/** Stores that are searched for one page, and that are shown on it. */
const MAX_SEARCHED = 500
const MAX_SHOWN = 25

/**
 * Searches the stores one by one, the newest first, until there is enough for a page; then sessions,
 * for the first page. Null if the query is too short.
 */
export async function findHits(db: Database, question: Question): Promise<SearchResults | null> {
  try {
    const { query, isHistory, directory, storeId, after } = question
    const { stores, next } = await storesOf(db, question)
    const storeIds = stores.map(({ id }) => id)
    const possible = await storesWithText(db, { storeIds, query })
    const { found, searched } = await storesWithHits(db, stores, { ...question, possible })
    const last = stores[searched - 1]
    return {
      stores: found,
      sessions:
        directory === '' && after === null
          ? await searchSessions(db, { query, storeId: storeId ?? undefined, limit: SESSIONS })
          : null,
      inHistory:
        found.length > 0 || isHistory ? null : await countPast(db, [...possible], question),
      searched,
      next: searched < stores.length && last ? last.id : next,
    }
  } catch (error) {
    if (error instanceof StoreError && error.problem.kind === 'invalid_input') return null
    throw error
  }
}

/** The stores in question. */
async function storesOf(
  db: Database,
  { storeId, after }: Question,
): Promise<{ stores: MemoryStore[]; next: string | null }> {
  if (storeId !== null) return { stores: [await getStore(db, storeId)], next: null }
  return listStores(db, {
    includeArchived: true,
    limit: MAX_SEARCHED,
    after: after ?? undefined,
  })
}

async function storesWithHits(
  db: Database,
  stores: readonly MemoryStore[],
  { query, directory, limit, isHistory, possible }: Question & { possible: ReadonlySet<string> },
): Promise<{ found: StoreHits[]; searched: number }> {
  const found: StoreHits[] = []
  let searched = 0
  for (const store of stores) {
    if (found.length === MAX_SHOWN) break
    searched++
    if (!possible.has(store.id)) continue
    const input = { storeId: store.id, query, directory, limit }
    const present = isHistory ? null : await searchStore(db, input)
    const past = isHistory ? await searchHistory(db, input) : null
    const answer = present ?? past
    if (answer && answer.hits.length + answer.unreadable.length > 0)
      found.push({ store, present, past })
  }
  return { found, searched }
}

async function countPast(
  db: Database,
  storeIds: readonly string[],
  { query, directory, limit }: Question,
): Promise<{ count: number; isMore: boolean }> {
  let count = 0
  for (const storeId of storeIds) {
    const past = await searchHistory(db, { storeId, query, directory, limit })
    count += past.hits.length
    if (past.hasMore || count >= limit) return { count, isMore: true }
  }
  return { count, isMore: false }
}
