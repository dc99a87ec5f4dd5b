'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useEventSource } from '@/components/live/use-event-source'

/** Changes within this are fetched together. */
const QUIET_MS = 300

/** Keeps the list of sessions current. */
export function SessionsLive() {
  const router = useRouter()
  const lastEvent = useEventSource('/sessions/changes', ['changed'])
  useEffect(() => {
    if (!lastEvent) return
    const timer = setTimeout(() => router.refresh(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [lastEvent, router])
  return null
}
