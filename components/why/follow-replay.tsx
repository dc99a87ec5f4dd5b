'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { newsQuery } from './queries'

/** Has the page of a replay that runs come anew with each of its answers. `shown`: how many it shows. */
export function FollowReplay({
  sessionId,
  replayId,
  shown,
}: {
  sessionId: string
  replayId: string
  shown: number
}) {
  const router = useRouter()
  const { data } = useQuery(newsQuery(sessionId, replayId))
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
