import { useEffect, useSyncExternalStore } from 'react'
import { ask, oneAtATime } from '@/components/act/ask'
import { useLive } from '@/components/live/use-live'
import type { Listing } from './listing'
import type { ListingNews } from './ordered-listing'

/** Listings that this window knows, by store and moment; what was written last is last. */
const known = new Map<string, Listing>()

/** Who walks through the moments of a store leaves no more of them than this. */
const KEPT = 8

/** Listings that came with a page and are among the known ones: these may be newer by now. */
const taken = new WeakSet<Listing>()

/** How often each path changed since a listing came with a page. */
export type Glow = ReadonlyMap<string, number>

const NOTHING: Glow = new Map()
const glows = new Map<string, Glow>()

const watchers = new Set<() => void>()

/** Of tree and map together. */
const questions = new Map<string, ReturnType<typeof oneAtATime>>()

/** A store's listing, of a past moment (its last change) or now. */
export interface ListingProps {
  storeId: string
  at: number | null
  /** what came with the page; null: this window has it */
  listing: Listing | null
}

export interface LiveListing {
  /** undefined: it is on its way */
  listing: Listing | undefined
  glow: Glow
  /** asks what became of it */
  refresh: () => void
}

/** The listing of a store, which the page brings or this asks for; news of the store patch it. */
export function useListing({ storeId, at, listing: brought }: ListingProps): LiveListing {
  const key = keyOf(storeId, at)
  const page = brought ?? undefined
  const read = () => (page && !taken.has(page) ? page : (known.get(key) ?? page))
  const listing = useSyncExternalStore(watch, read, () => page)
  const glow = useSyncExternalStore(
    watch,
    () => glows.get(key) ?? NOTHING,
    () => NOTHING,
  )
  useEffect(() => {
    if (page === undefined || taken.has(page)) return
    taken.add(page)
    glows.delete(key)
    keep(key, page)
  }, [key, page])
  const refresh = () => askOnce(storeId, at)
  const isMissing = listing === undefined
  useEffect(() => {
    if (isMissing) askOnce(storeId, at)
  }, [isMissing, storeId, at])
  useLive(
    at === null ? [`store:${storeId}`] : [],
    ({ sequence }) => {
      if (read()?.sequence !== sequence) refresh()
    },
    listing && { [`store:${storeId}`]: listing.sequence },
  )
  return { listing, glow, refresh }
}

const keyOf = (storeId: string, at: number | null) => `${storeId} ${at ?? 'now'}`

function askOnce(storeId: string, at: number | null): void {
  const key = keyOf(storeId, at)
  const one = questions.get(key) ?? oneAtATime()
  questions.set(key, one)
  one(() => asked(storeId, at))
}

async function asked(storeId: string, at: number | null): Promise<void> {
  const key = keyOf(storeId, at)
  const before = known.get(key)
  const search = new URLSearchParams({ store: storeId })
  if (at !== null) search.set('at', String(at))
  else if (before) search.set('since', String(before.sequence))
  const answer = await ask<ListingNews | Listing>(`/listing?${search}`)
  if ('memories' in answer) return keep(key, answer)
  const { withNews } = await import('./ordered-listing')
  const glow = new Map(glows.get(key))
  for (const [path] of answer.changed) glow.set(path, (glow.get(path) ?? 0) + 1)
  glows.set(key, glow)
  const now = known.get(key)
  if (now) keep(key, withNews(now, answer))
}

function keep(key: string, listing: Listing): void {
  known.delete(key)
  known.set(key, listing)
  const [oldest] = known.keys()
  if (known.size > KEPT && oldest !== undefined) {
    for (const each of [known, glows, questions]) each.delete(oldest)
  }
  for (const watcher of watchers) watcher()
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}
