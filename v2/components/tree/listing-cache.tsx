'use client'

import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { ask } from '@/components/act/ask'
import type { Listing } from './listing'

/** Listings that this window knows, by store and moment; what was written last is last. */
const known = new Map<string, Listing>()

/** Who walks through the moments of a store leaves no more of them than this. */
const KEPT = 8

/** Listings that came with a page and are among the known ones: these may be newer by now. */
const taken = new WeakSet<Listing>()

const watchers = new Set<() => void>()

/** Questions under way. */
const asking = new Map<string, AbortController>()

/** How soon a question that failed is asked again, once; milliseconds. */
const RETRY_MS = 1_000

const keyOf = (storeId: string, at: number | null) => `${storeId} ${at ?? 'now'}`

function keep(key: string, listing: Listing): void {
  known.delete(key)
  known.set(key, listing)
  const [oldest] = known.keys()
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
  for (const watcher of watchers) watcher()
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

interface Brought {
  key: string
  listing: Listing
}

const BroughtListing = createContext<Brought | null>(null)

export interface WithListingProps {
  storeId: string
  /** a past moment, by its last change; null: now */
  at: number | null
  /** what came with the page; null: this window has it */
  listing: Listing | null
  children: ReactNode
}

/** Around what shows a store's listing: tree and map have it without asking. */
export function WithListing({ storeId, at, listing, children }: WithListingProps) {
  const key = keyOf(storeId, at)
  const brought = useMemo(() => (listing === null ? null : { key, listing }), [key, listing])
  useEffect(() => {
    if (brought === null || taken.has(brought.listing)) return
    taken.add(brought.listing)
    keep(brought.key, brought.listing)
  }, [brought])
  return <BroughtListing value={brought}>{children}</BroughtListing>
}

export interface KeptListing {
  /** undefined: nobody has asked yet, or the answer is on its way */
  listing: Listing | undefined
  /** the listing as of now: that of a render may be another by then */
  read: () => Listing | undefined
  write: (listing: Listing) => void
  /** asks for it anew; what fails is asked twice */
  load: () => void
  /** lets no answer that is on its way come */
  cancel: () => void
}

/** The listing of a store as this window knows it; everybody who shows it sees the same. */
export function useKeptListing(storeId: string, at: number | null): KeptListing {
  const key = keyOf(storeId, at)
  const page = use(BroughtListing)
  const brought = page?.key === key ? page.listing : undefined
  const read = () =>
    brought !== undefined && !taken.has(brought) ? brought : (known.get(key) ?? brought)
  const listing = useSyncExternalStore(watch, read, () => brought)
  const cancel = () => {
    asking.get(key)?.abort()
    asking.delete(key)
  }
  const load = async () => {
    if (asking.has(key)) return
    const question = new AbortController()
    asking.set(key, question)
    const { signal } = question
    const once = () => ask<Listing>(addressOf(storeId, at), signal)
    try {
      const answer = await once().catch(() => after(RETRY_MS).then(once))
      if (!signal.aborted) keep(key, answer)
    } catch {
      // A lost connection is said elsewhere.
    } finally {
      if (asking.get(key) === question) asking.delete(key)
    }
  }
  return {
    listing,
    read,
    write: (next) => {
      if (brought !== undefined) taken.add(brought)
      keep(key, next)
    },
    load: () => void load(),
    cancel,
  }
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where the listing of a store is asked for. */
export function addressOf(storeId: string, at: number | null): string {
  return `/listing?store=${storeId}${at === null ? '' : `&at=${at}`}`
}
