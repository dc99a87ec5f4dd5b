/** Before a lost connection is tried again, in milliseconds. */
const RETRY_MS = 2_000

export interface StreamToFollow {
  /** asked for anew with every connection: it may say from where to go on */
  address: () => string
  /** what is done with an event's data, by the event's type */
  on: Readonly<Record<string, (data: string) => void>>
  /** before every connection, the first included */
  onConnecting?: () => void
  onOpen?: () => void
  /** the connection was lost, or could not be made; it is tried again */
  onLost?: () => void
}

/**
 * Follows server-sent events (HTML, section 9.2) in the browser until the function that it returns
 * is called. A lost connection is made again by us and not by the browser, which would ask the
 * first address again and give up where the server answers with an error; at once where the network
 * comes back.
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
  const close = () => {
    clearTimeout(retry)
    source?.close()
  }
  const connect = () => {
    close()
    onConnecting?.()
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
  // A browser that lost its network may keep a stream that nothing comes through.
  const onOffline = () => {
    close()
    onLost?.()
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', connect)
  connect()
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', connect)
    close()
  }
}
