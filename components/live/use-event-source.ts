'use client'

import { useEffect, useState } from 'react'

export interface StreamState {
  /** the newest event; a new object for each */
  lastEvent: { type: string; data: string } | null
  isConnected: boolean
}

/** Listens to server-sent events of these types; the browser reconnects by itself and asks for what it missed. */
export function useEventSource(url: string, types: readonly string[]): StreamState {
  const [state, setState] = useState<StreamState>({ lastEvent: null, isConnected: true })
  const joined = types.join(' ')
  useEffect(() => {
    const source = new EventSource(url)
    source.onopen = () => setState((previous) => ({ ...previous, isConnected: true }))
    source.onerror = () => setState((previous) => ({ ...previous, isConnected: false }))
    const listener = (event: MessageEvent<string>) =>
      setState({ lastEvent: { type: event.type, data: event.data }, isConnected: true })
    for (const type of joined.split(' ')) source.addEventListener(type, listener)
    return () => source.close()
  }, [url, joined])
  return state
}
