import type { Place, Places } from '@/components/palette/places'
import { listSessions } from '@/lib/agent/list-sessions'
import type { Database } from '@/lib/db/database'
import { shownMatches } from '@/lib/scan/shown-matches'
import { filterPaths } from '@/lib/store/memories/find-paths'
import { type SearchHit, searchStore } from '@/lib/store/search/search-store'
import { storesWithText, storesWithWords } from '@/lib/store/search/stores-with-text'
import { findStores, type NamedStore } from '@/lib/store/stores/read-stores'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { foldForSearch } from '@/lib/text/fold'
import { MIN_SEARCH_CHARS } from '@/lib/text/grams'
import { hitLines, type Part } from '@/lib/text/highlight'
import type { Match } from '@/lib/text/matches'
import { sessionPlace } from './visited-places'

/** Limit on the stores in which memories are looked for: those that changed last. */
const STORES_SEARCHED = 500
const MAX_SESSIONS = 500

/** The last row of the palette leads to all. */
const PATHS_SHOWN = 6
const CONTENTS_SHOWN = 4
const SESSIONS_SHOWN = 4
const STORES_SHOWN = 4

/** Time limit of a search, milliseconds; what was found by then is shown. */
const TIMEOUT_MS = 400

interface Asked {
  /** words; not empty */
  text: string
  /** its memories come first */
  firstStoreId: string | null
  /** aborts the search */
  signal: AbortSignal
}

/**
 * Memories whose path has all words, then those whose content has the text; sessions by title, and
 * stores by name.
 */
export async function findPlaces(db: Database, asked: Asked): Promise<Places> {
  const { text, signal } = asked
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const isMeant = (name: string) => words.every((word) => foldForSearch(name).includes(word))
  const searched = await storesToSearch(db, asked)
  const inTime = { ...asked, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }
  const byPath = await memoriesByPath(db, searched.stores, { ...inTime, words })
  const known = new Set(byPath.found.map(({ id }) => id))
  const byContent = await memoriesByContent(db, searched.stores, { ...inTime, known })
  const sessions = await sessionsCalled(db, isMeant)
  const named = await findStores(db, { text, limit: STORES_SHOWN, signal })
  return {
    places: [
      ...byPath.found,
      ...byContent.found,
      ...sessions.slice(0, SESSIONS_SHOWN),
      ...named.stores.map((store) => ({ kind: 'store' as const, ...store })),
    ],
    isWhole:
      searched.isWhole &&
      byPath.isWhole &&
      byContent.isWhole &&
      sessions.length <= SESSIONS_SHOWN &&
      !named.hasMore,
    gone: [],
  }
}

type SearchedStore = Pick<NamedStore, 'id' | 'name'>

async function storesToSearch(
  db: Database,
  { firstStoreId, signal }: Asked,
): Promise<{ stores: SearchedStore[]; isWhole: boolean }> {
  const all = await findStores(db, { text: '', limit: STORES_SEARCHED, signal })
  const names = await namesOfStores(db, firstStoreId === null ? [] : [firstStoreId])
  const first = [...names].map(([id, name]) => ({ id, name }))
  const others = all.stores.filter(({ id }) => id !== firstStoreId)
  return { stores: [...first, ...others], isWhole: !all.hasMore }
}

/** The newest sessions whose title matches. */
async function sessionsCalled(db: Database, isMeant: (title: string) => boolean): Promise<Place[]> {
  const { sessions } = await listSessions(db, { limit: MAX_SESSIONS })
  return sessions.filter(({ title }) => title !== null && isMeant(title)).map(sessionPlace)
}

interface FoundMemories {
  found: Place[]
  /** whether there are no more, and all stores were searched */
  isWhole: boolean
}

async function memoriesByPath(
  db: Database,
  stores: readonly SearchedStore[],
  { text, words, signal }: Asked & { words: readonly string[] },
): Promise<FoundMemories> {
  const storeIds = stores.map(({ id }) => id)
  const possible = await foundInTime(signal, storesWithWords(db, { storeIds, words, signal }))
  return fromEach(those(stores, possible), PATHS_SHOWN, signal, async (store, limit) => {
    const { memories, hasMore } = await filterPaths(db, { storeId: store.id, text, limit, signal })
    const found = memories.map(({ id, path }) => memoryPlace(store, { id, path }, null))
    return { found, isWhole: !hasMore }
  })
}

/**
 * Finds memories by content, without those that are known already. Looks for a short text in no
 * content.
 */
async function memoriesByContent(
  db: Database,
  stores: readonly SearchedStore[],
  { text, signal, known }: Asked & { known: ReadonlySet<string> },
): Promise<FoundMemories> {
  const query = text.trim()
  if (query.length < MIN_SEARCH_CHARS) return { found: [], isWhole: true }
  const storeIds = stores.map(({ id }) => id)
  const possible = await foundInTime(signal, storesWithText(db, { storeIds, query, signal }))
  return fromEach(those(stores, possible), CONTENTS_SHOWN, signal, async (store, most) => {
    const limit = most + known.size
    const { hits, hasMore } = await searchStore(db, { storeId: store.id, query, limit, signal })
    const others = hits.filter(({ memory }) => !known.has(memory.id))
    const found = await contentPlaces(store, others.slice(0, most))
    return { found, isWhole: !hasMore && others.length <= most }
  })
}

async function contentPlaces(store: SearchedStore, hits: readonly SearchHit[]): Promise<Place[]> {
  const shown = await shownMatches(hits.map(({ matches }) => matches.slice(0, 1)))
  return hits.map(({ memory }, index) =>
    memoryPlace(store, memory, excerptOf(shown[index]?.[0]) ?? null),
  )
}

function memoryPlace(
  { id: storeId, name: storeName }: SearchedStore,
  { id, path }: { id: string; path: string },
  excerpt: Part[] | null,
): Place {
  return { kind: 'memory', id, path, storeId, storeName, excerpt }
}

/** Shown of a line before a match, so that a row shows the match itself. */
const BEFORE = 24

function excerptOf(match: Match | undefined): Part[] | undefined {
  const [line] = match ? hitLines([match]) : []
  return line?.parts.map((part, index, parts) => {
    const isBefore = !part.isMatch && parts[index + 1]?.isMatch === true
    if (!isBefore || part.text.length <= BEFORE) return part
    return { ...part, text: `…${part.text.slice(-BEFORE).toWellFormed()}` }
  })
}

/** What a search finds; null: the time was over before. */
function foundInTime<Found>(signal: AbortSignal, found: Promise<Found>): Promise<Found | null> {
  return found.catch((error: unknown) => {
    if (signal.aborted) return null
    throw error
  })
}

/** The stores with these ids, in their order; all, if it is not known which. */
function those(
  stores: readonly SearchedStore[],
  ids: ReadonlySet<string> | null,
): readonly SearchedStore[] {
  return ids === null ? stores : stores.filter(({ id }) => ids.has(id))
}

/** Up to `most` from some stores, one after the other, as far as the time allows. */
async function fromEach(
  stores: readonly SearchedStore[],
  most: number,
  signal: AbortSignal,
  find: (store: SearchedStore, limit: number) => Promise<FoundMemories>,
): Promise<FoundMemories> {
  const found: Place[] = []
  for (const store of stores) {
    const limit = most - found.length
    if (limit === 0 || signal.aborted) return { found, isWhole: false }
    const some = await foundInTime(signal, find(store, limit))
    if (some === null) return { found, isWhole: false }
    found.push(...some.found)
    if (!some.isWhole) return { found, isWhole: false }
  }
  return { found, isWhole: true }
}
