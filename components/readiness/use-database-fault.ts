'use client'

import { useEffect, useState } from 'react'
import { InvalidResponseError } from '@/components/queries/ask'
import { askReadiness } from './queries'
import { type Fault, isFault } from '@/lib/wire/faults'

const POLL_INTERVAL_MS = 2000

/**
 * Polls the server for what is wrong with its database, and calls `onBack` once it has recovered.
 * Null: nothing, or not known yet.
 */
export function useDatabaseFault(onBack: () => void): Fault | null {
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    let wasWrong = false
    const look = async () => {
      const readiness = await askReadiness(leaving.signal)
      if (readiness.status === 'ready') {
        if (wasWrong) onBack()
        wasWrong = false
        return setFault(null)
      }
      wasWrong = true
      setFault(isFault(readiness.kind) ? readiness.kind : null)
    }
    const lookSafely = () => {
      look().catch((error: unknown) => {
        // If the server itself is down, the next poll may reach it.
        if (!(error instanceof InvalidResponseError)) return
        wasWrong = true
        setFault(null)
      })
    }
    lookSafely()
    const timer = setInterval(lookSafely, POLL_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [onBack])
  return fault
}
