'use client'

import { useQuery } from '@tanstack/react-query'
import { ask } from '@/components/act/ask'
import { useLive } from '@/components/live/use-live'
import type { StoresUsedLast } from '@/lib/store/places'

/** What the sidebar shows of the stores: hydrated by the layout, kept true by news. */
export function useFrame(initial: StoresUsedLast): StoresUsedLast {
  const { data, refetch } = useQuery({
    queryKey: ['frame'],
    queryFn: ({ signal }) => ask<StoresUsedLast>('/places', signal),
    initialData: initial,
    staleTime: Infinity,
  })
  useLive(['frame'], () => void refetch())
  return data
}
