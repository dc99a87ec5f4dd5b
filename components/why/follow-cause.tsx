'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { newsQuery } from './queries'

/** Has the page of a running search come anew with each of its answers. `shown`: how many it shows. */
export function FollowCause({
  sessionId,
  causeId,
  shown,
}: {
  sessionId: string
  causeId: string
  shown: number
}) {
  const router = useRouter()
  const { data } = useQuery(newsQuery(sessionId, causeId))
  const asked = useRef(shown)
  useEffect(() => {
    if (!data) return
    const isOver = data.state !== 'pending' && data.state !== 'running'
    if (data.answers === asked.current && !isOver) return
    asked.current = data.answers
    router.refresh()
  }, [data, router])
  return null
}
