'use client'

import { useEffect, useState } from 'react'
import { followStream } from './follow-stream'

export interface StreamState {
  /** the newest event; a new object for each */
  lastEvent: { type: string; data: string } | null
  isConnected: boolean
}

/** The newest of the server-sent events of these types; `reconnected` after a lost connection. */
export function useEventSource(url: string, types: readonly string[]): StreamState {
  const [state, setState] = useState<StreamState>({ lastEvent: null, isConnected: true })
  const joined = types.join(' ')
  useEffect(() => {
    let wasLost = false
    const listenerOf = (type: string) => (data: string) =>
      setState({ lastEvent: { type, data }, isConnected: true })
    return followStream({
      address: () => url,
      on: Object.fromEntries(joined.split(' ').map((type) => [type, listenerOf(type)])),
      onOpen: () => {
        // What happened meanwhile is not told again.
        if (wasLost) setState({ lastEvent: { type: 'reconnected', data: '' }, isConnected: true })
        wasLost = false
      },
      onLost: () => {
        wasLost = true
        setState((previous) => ({ ...previous, isConnected: false }))
      },
    })
  }, [url, joined])
  return state
}
