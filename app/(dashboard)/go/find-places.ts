import type { Places } from '@/components/palette/places'
import { listSessions } from '@/lib/agent/list-sessions'
import type { Database } from '@/lib/db/database'
import { filterPaths } from '@/lib/store/memories/find-paths'
import { findStores, type NamedStore } from '@/lib/store/stores/read-stores'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { foldForSearch } from '@/lib/text/fold'

const STORES_SHOWN = 8

/** Limit on the stores in which paths are looked for: those that changed last. */
const STORES_SEARCHED = 500
const MAX_SESSIONS = 500
const SESSIONS_SHOWN = 8
const MEMORIES_SHOWN = 30

/** Time limit of a search, milliseconds; what was found by then is shown. */
const TIMEOUT_MS = 400

/** Stores by name, sessions by title, and memories by path; those of the first store come first. */
export async function findPlaces(
  db: Database,
  input: { text: string; firstStoreId: string | null; signal: AbortSignal },
): Promise<Places> {
  const { text, firstStoreId, signal } = input
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const isMeant = (name: string) => words.every((word) => foldForSearch(name).includes(word))
  const named = await findStores(db, { text, limit: STORES_SHOWN, signal })
  const places: Places = {
    stores: named.stores.map(({ id, name }) => ({ id, name })),
    sessions: await sessionsCalled(db, isMeant),
    memories: [],
    isWhole: !named.hasMore,
  }
  if (words.length === 0) return places
  const all = await findStores(db, { text: '', limit: STORES_SEARCHED, signal })
  const names = await namesOfStores(db, firstStoreId === null ? [] : [firstStoreId])
  const first = [...names].map(([id, name]) => ({ id, name }))
  const others = all.stores.filter(({ id }) => id !== firstStoreId)
  const isWhole = await addMemories(db, places, [...first, ...others], input)
  return { ...places, isWhole: places.isWhole && isWhole && !all.hasMore }
}

/** The newest sessions whose title matches. */
async function sessionsCalled(
  db: Database,
  isMeant: (title: string) => boolean,
): Promise<Places['sessions']> {
  const { sessions } = await listSessions(db, { limit: MAX_SESSIONS })
  return sessions
    .flatMap(({ id, title }) => (title !== null && isMeant(title) ? [{ id, title }] : []))
    .slice(0, SESSIONS_SHOWN)
}

/** Returns whether all stores were searched. */
async function addMemories(
  db: Database,
  places: Places,
  stores: readonly Pick<NamedStore, 'id' | 'name'>[],
  input: { text: string; signal: AbortSignal },
): Promise<boolean> {
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(TIMEOUT_MS)])
  for (const store of stores) {
    const limit = MEMORIES_SHOWN - places.memories.length
    if (limit === 0 || signal.aborted) return false
    const found = await filterPaths(db, {
      storeId: store.id,
      text: input.text,
      limit,
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (found === null) return false
    for (const { id, path } of found.memories) {
      places.memories.push({ id, path, storeId: store.id, storeName: store.name })
    }
    if (found.hasMore) return false
  }
  return true
}
