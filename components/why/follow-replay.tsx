'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { newsQuery } from './queries'

/**
 * Has the page of a replay that runs come anew with each of its answers and marks. `shown`: how many
 * answers it shows, `waiting`: how many of them as ones that wait for a person.
 */
export function FollowReplay({
  sessionId,
  replayId,
  shown,
  waiting = 0,
}: {
  sessionId: string
  replayId: string
  shown: number
  waiting?: number
}) {
  const router = useRouter()
  const { data } = useQuery(newsQuery(sessionId, replayId))
  const asked = useRef({ answers: shown, waiting })
  useEffect(() => {
    if (!data) return
    const isOver = data.state !== 'pending' && data.state !== 'running'
    const { answers, waiting: still } = data
    const isShown = answers === asked.current.answers && still === asked.current.waiting
    if (isShown && !isOver) return
    asked.current = { answers, waiting: still }
    router.refresh()
  }, [data, router])
  return null
}
