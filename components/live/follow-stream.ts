import { StreamTurns } from './stream-turns'

/** Delay before reconnecting, in milliseconds. */
const RETRY_MS = 2_000

/** Pause of a stream between two turns if there are many windows; milliseconds. */
const REST_MS = 3_000

/**
 * Time for which a hidden page keeps its streams: someone may only glance at another tab.
 * Milliseconds.
 */
const HIDDEN_MS = 1_000

/** Event that reconnects because the person asks for it, rather than the clock or the network. */
const RETRY_NOW = 'palimpsest:retry'

/** Reconnects every stream of this page at once. */
export function reconnectNow(): void {
  window.dispatchEvent(new Event(RETRY_NOW))
}

export interface StreamToFollow {
  /** called for every connection: it may contain the position to resume from */
  address: () => string
  /** handlers for an event's data, by event type */
  on: Readonly<Record<string, (data: string) => void>>
  /** called before every connection, the first included */
  onConnecting?: () => void
  onOpen?: () => void
  /** the connection was lost or failed, and will be retried */
  onLost?: () => void
}

/**
 * Follows server-sent events (HTML, section 9.2) in the browser until the returned function is
 * called. We reconnect ourselves, at once when the network returns: the browser would reuse the
 * first address, and give up on an error response.
 *
 * A browser opens six connections to a server in all its windows, and the seventh request would wait
 * for ever. So a page holds no stream while it is hidden, and connects at once when it is shown; of
 * many windows in view, the streams take turns, and each catches up in its own.
 */
export function followStream({
  address,
  on,
  onConnecting,
  onOpen,
  onLost,
}: StreamToFollow): () => void {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  const turns = new StreamTurns(() => {
    close()
    retry = setTimeout(connect, REST_MS)
  })
  const close = () => {
    clearTimeout(retry)
    source?.close()
    turns.end()
  }
  const connect = () => {
    close()
    if (document.hidden) return
    onConnecting?.()
    turns.begin()
    source = new EventSource(address())
    source.onopen = () => onOpen?.()
    source.onerror = () => {
      close()
      onLost?.()
      retry = setTimeout(connect, RETRY_MS)
    }
    for (const [type, listener] of Object.entries(on)) {
      source.addEventListener(type, (event: MessageEvent<string>) => listener(event.data))
    }
  }
  // A browser that lost its network may keep a dead stream open.
  const onOffline = () => {
    close()
    onLost?.()
  }
  let leave: ReturnType<typeof setTimeout> | undefined
  const onVisibility = () => {
    clearTimeout(leave)
    if (document.hidden) leave = setTimeout(close, HIDDEN_MS)
    else if (source === null || source.readyState === EventSource.CLOSED) connect()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('focus', onVisibility)
  window.addEventListener('pagehide', close)
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', connect)
  window.addEventListener(RETRY_NOW, connect)
  connect()
  return () => {
    clearTimeout(leave)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('focus', onVisibility)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', connect)
    window.removeEventListener(RETRY_NOW, connect)
    close()
    turns.close()
  }
}
