'use client'

import { useEffect, useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import { useLive } from '@/components/live/use-live'
import { type Listing, type ListingNews, withNews } from './listing'
import { addressOf, useKeptListing } from './listing-cache'

/** How often each path changed while the page was open. */
export type Glow = ReadonlyMap<string, number>

export interface LiveListing {
  /** undefined: it is on its way */
  listing: Listing | undefined
  glow: Glow
}

/** The listing of a store, which the page brings or this asks for; news of the store patch it. */
export function useListing(storeId: string, at: number | null): LiveListing {
  const { listing, read, write, load } = useKeptListing(storeId, at)
  const isMissing = listing === undefined
  useEffect(() => {
    if (isMissing) load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of this store and moment
  }, [isMissing, storeId, at])
  const [glow, setGlow] = useState<Glow>(new Map())
  const isAsking = useRef(false)

  const catchUp = async (to: number) => {
    const known = read()
    if (isAsking.current || known === undefined || known.sequence === to) return
    isAsking.current = true
    try {
      const address = `${addressOf(storeId, null)}&since=${known.sequence}`
      const news = await ask<ListingNews | Listing>(address, AbortSignal.timeout(20_000))
      if ('memories' in news) write(news)
      else {
        const now = read()
        if (now) write(withNews(now, news))
        setGlow((before) => glowing(before, news))
      }
    } catch {
      // The next news ask again; a lost connection is said elsewhere.
    } finally {
      isAsking.current = false
    }
  }
  useLive(
    at === null ? [`store:${storeId}`] : [],
    ({ sequence }) => void catchUp(sequence),
    listing && { [`store:${storeId}`]: listing.sequence },
  )
  return { listing, glow }
}

function glowing(before: Glow, { changed }: ListingNews): Glow {
  const after = new Map(before)
  for (const [path] of changed) after.set(path, (after.get(path) ?? 0) + 1)
  return after
}
