'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useEventSource } from './use-event-source'

/** Keeps the list of stores as it is on the server. */
export function StoresLive() {
  const router = useRouter()
  const { lastEvent } = useEventSource('/changes', ['changed'])
  useEffect(() => {
    if (!lastEvent) return
    const timer = setTimeout(() => router.refresh(), 200)
    return () => clearTimeout(timer)
  }, [lastEvent, router])
  return null
}
