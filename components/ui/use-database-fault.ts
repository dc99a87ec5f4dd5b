'use client'

import { useEffect, useState } from 'react'

/** What keeps the server's database from being used, as `/readyz` names it. */
const FAULTS = ['disk_full', 'read_only', 'damaged', 'disk_error', 'unreachable', 'busy'] as const

export type Fault = (typeof FAULTS)[number]

const LOOK_AGAIN_MS = 2000

/**
 * Asks the server again and again what is wrong with its database, and calls `onBack` once it is
 * well after something was. null: nothing, or it is not known yet.
 */
export function useDatabaseFault(onBack: () => void): Fault | null {
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    let wasWrong = false
    const look = async () => {
      const answer = await fetch('/readyz', { signal: leaving.signal, cache: 'no-store' })
      if (answer.ok) {
        if (wasWrong) onBack()
        wasWrong = false
        return setFault(null)
      }
      wasWrong = true
      setFault(faultOf(await answer.json()))
    }
    const lookSafely = () => {
      // While the server itself is away there is nobody to ask; the next look may find it.
      look().catch(() => {})
    }
    lookSafely()
    const timer = setInterval(lookSafely, LOOK_AGAIN_MS)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [onBack])
  return fault
}

function faultOf(answer: unknown): Fault | null {
  const kind = typeof answer === 'object' && answer && 'kind' in answer ? answer.kind : null
  return FAULTS.find((each) => each === kind) ?? null
}
