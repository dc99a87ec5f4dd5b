'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { useEventSource } from './use-event-source'

/** A page prerendered longer ago than this may have missed something. */
const FRESH_MS = 2_000

/** Keeps a page of all stores current. `renderedAt`: milliseconds since 1970. */
export function StoresLive({ renderedAt }: { renderedAt: number }) {
  const router = useRouter()
  const shown = useEffectEvent(() => {
    if (Date.now() - renderedAt > FRESH_MS) router.refresh()
  })
  useEffect(() => shown(), [])
  const lastEvent = useEventSource('/changes', ['changed'])
  useEffect(() => {
    if (!lastEvent) return
    const timer = setTimeout(() => router.refresh(), 200)
    return () => clearTimeout(timer)
  }, [lastEvent, router])
  return null
}
