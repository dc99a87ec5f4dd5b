'use client'

import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { glowKey } from './queries'

/**
 * Memories that glow in the tree because they just changed, by path, with the number of changes.
 */
export type Glow = Readonly<Record<string, number>>

const GLOW_MS = 4_000
const NOTHING: Glow = {}

/** Records that a memory has just changed. */
export function addGlow(queries: QueryClient, storeId: string, path: string): void {
  const key = glowKey(storeId)
  const count = (queries.getQueryData<Glow>(key)?.[path] ?? 0) + 1
  queries.setQueryData<Glow>(key, (glow = NOTHING) => ({ ...glow, [path]: count }))
  setTimeout(() => {
    queries.setQueryData<Glow>(key, (glow = NOTHING) => {
      if (glow[path] !== count) return glow
      return Object.fromEntries(Object.entries(glow).filter(([other]) => other !== path))
    })
  }, GLOW_MS)
}

/** The glowing memories of a store. */
export function useGlow(storeId: string): Glow {
  const { data } = useQuery<Glow>({ queryKey: glowKey(storeId), queryFn: skipToken })
  return data ?? NOTHING
}
