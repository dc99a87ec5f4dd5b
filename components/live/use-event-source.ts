'use client'

import { useEffect, useState } from 'react'
import { followStream } from './follow-stream'

export interface HeardEvent {
  type: string
  data: string
}

/**
 * The newest server-sent event of these types, a new object each time; `reconnected` after a lost
 * connection.
 */
export function useEventSource(url: string, types: readonly string[]): HeardEvent | null {
  const [lastEvent, setLastEvent] = useState<HeardEvent | null>(null)
  const joined = types.join(' ')
  useEffect(() => {
    let wasLost = false
    const listenerOf = (type: string) => (data: string) => setLastEvent({ type, data })
    return followStream({
      address: () => url,
      on: Object.fromEntries(joined.split(' ').map((type) => [type, listenerOf(type)])),
      onOpen: () => {
        // Events in between are not replayed.
        if (wasLost) setLastEvent({ type: 'reconnected', data: '' })
        wasLost = false
      },
      onLost: () => {
        wasLost = true
      },
    })
  }, [url, joined])
  return lastEvent
}
