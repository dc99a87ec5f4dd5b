/** One server-sent event; `data` is parsed. */
export interface SentEvent {
  id: string
  event: string
  data: Record<string, unknown>
}

/** A stream of server-sent events that is followed until it is left. */
export interface Listener {
  status: number
  /** all that came so far */
  events: readonly SentEvent[]
  /** Resolves with the first event that fits, also one that came before; rejects when the stream ends. */
  next: (fits: (event: SentEvent) => boolean) => Promise<SentEvent>
  /** Resolves once the stream has ended by itself. */
  ended: Promise<void>
  leave: () => void
}

/** Follows a stream. `lastId`: where a stream before it stopped. */
export async function listenTo(
  url: string,
  headers: Record<string, string>,
  lastId?: string,
): Promise<Listener> {
  const leaving = new AbortController()
  const resumed: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId }
  const response = await fetch(url, { headers: { ...headers, ...resumed }, signal: leaving.signal })
  const events: SentEvent[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const wake = () => {
    for (const look of waiting) look()
  }
  const ended = read(response, (event) => {
    events.push(event)
    wake()
  }).then(() => {
    isOver = true
    wake()
  })
  const next = (fits: (event: SentEvent) => boolean) =>
    new Promise<SentEvent>((resolve, reject) => {
      let seen = 0
      const look = () => {
        const found = events.slice(seen).find(fits)
        seen = events.length
        if (!found && !isOver) return
        waiting.delete(look)
        if (found) resolve(found)
        else reject(new Error(`the stream ended after ${events.length} events, none of which fits`))
      }
      waiting.add(look)
      look()
    })
  return { status: response.status, events, next, ended, leave: () => leaving.abort() }
}

async function read(response: Response, take: (event: SentEvent) => void): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) if (/^data:/m.test(block)) take(parsed(block))
    }
  } catch {
    // It was left, or cut off: `ended` says so either way.
  }
}

function parsed(block: string): SentEvent {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''
  const data = JSON.parse(field('data')) as Record<string, unknown>
  return { id: field('id'), event: field('event'), data }
}
