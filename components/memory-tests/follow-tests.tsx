'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useLivePage } from '@/components/live/use-live-page'
import { testsNewsQuery } from './queries'

/** Has the page of a store's tests come anew with each answer. `shown`: the state that it shows. */
export function FollowTests({ storeId, shown }: { storeId: string; shown: string }) {
  const router = useRouter()
  const { data, refetch } = useQuery(testsNewsQuery(storeId))
  useLivePage('/changes', () => void refetch())
  const asked = useRef(shown)
  useEffect(() => {
    asked.current = shown
  }, [shown])
  useEffect(() => {
    if (!data || data.state === asked.current) return
    asked.current = data.state
    router.refresh()
  }, [data, router])
  return null
}
