import { useEffect } from 'react'
import { ask, oneAtATime } from '@/components/act/ask'
import { followed } from '@/components/live/followed'
import { useLive } from '@/components/live/use-live'
import type { Listing } from './listing'
import type { ListingNews } from './ordered-listing'

/** Who walks through the moments of a store leaves no more of them than this. */
const KEPT = 8

/** Listings that came with a page and are among the known ones: these may be newer by now. */
const taken = new WeakSet<Listing>()

/** How often each path changed since a listing came with a page. */
export type Glow = ReadonlyMap<string, number>

const NOTHING: Glow = new Map()

interface Known {
  listing: Listing
  glow: Glow
}

/** Listings that this window knows, by store and moment; what was written last is last. */
const known = followed<ReadonlyMap<string, Known>>(new Map())

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
  const { listing: kept, glow = NOTHING } = known.useValue().get(key) ?? {}
  const listing = page && !taken.has(page) ? page : (kept ?? page)
  useEffect(() => {
    if (page === undefined || taken.has(page)) return
    taken.add(page)
    keep(key, { listing: page, glow: NOTHING })
  }, [key, page])
  const refresh = () => askOnce(storeId, at)
  const isMissing = listing === undefined
  useEffect(() => {
    if (isMissing) askOnce(storeId, at)
  }, [isMissing, storeId, at])
  useLive(
    at === null ? [`store:${storeId}`] : [],
    ({ sequence }) => {
      if (known.now().get(key)?.listing.sequence !== sequence) refresh()
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
  const before = known.now().get(key)
  const search = new URLSearchParams({ store: storeId })
  if (at !== null) search.set('at', String(at))
  else if (before) search.set('since', String(before.listing.sequence))
  const answer = await ask<ListingNews | Listing>(`/listing?${search}`)
  if ('memories' in answer) {
    return keep(key, { glow: NOTHING, ...known.now().get(key), listing: answer })
  }
  const { withNews } = await import('./ordered-listing')
  const now = known.now().get(key)
  if (!now) return
  const glow = new Map(now.glow)
  for (const [path] of answer.changed) glow.set(path, (glow.get(path) ?? 0) + 1)
  keep(key, { listing: withNews(now.listing, answer), glow })
}

function keep(key: string, now: Known): void {
  const others = [...known.now()].filter(([each]) => each !== key)
  known.set(new Map([...others.slice(1 - KEPT), [key, now]]))
}
