'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import { useLive } from '@/components/live/use-live'
import { listingKey, type Listing, type ListingNews, withNews } from './listing'

/** How often each path changed while the page was open. */
export type Glow = ReadonlyMap<string, number>

export interface LiveListing {
  /** undefined: it is on its way */
  listing: Listing | undefined
  glow: Glow
}

/** The listing of a store, which the page brings or this asks for; news of the store patch it. */
export function useListing(storeId: string, at: number | null): LiveListing {
  const queries = useQueryClient()
  const key = listingKey(storeId, at)
  const { data: listing } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask<Listing>(addressOf(storeId, at), signal),
    staleTime: Infinity,
  })
  const [glow, setGlow] = useState<Glow>(new Map())
  const isAsking = useRef(false)

  const catchUp = async (to: number) => {
    const known = queries.getQueryData<Listing>(key)
    if (isAsking.current || known === undefined || known.sequence === to) return
    isAsking.current = true
    try {
      const address = `${addressOf(storeId, null)}&since=${known.sequence}`
      const news = await ask<ListingNews | Listing>(address, AbortSignal.timeout(20_000))
      if ('memories' in news) queries.setQueryData(key, news)
      else {
        queries.setQueryData<Listing>(key, (now) => now && withNews(now, news))
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

function addressOf(storeId: string, at: number | null): string {
  return `/listing?store=${storeId}${at === null ? '' : `&at=${at}`}`
}

function glowing(before: Glow, { changed }: ListingNews): Glow {
  const after = new Map(before)
  for (const [path] of changed) after.set(path, (after.get(path) ?? 0) + 1)
  return after
}
