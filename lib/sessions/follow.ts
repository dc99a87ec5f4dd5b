import { db } from '@/lib/db'
import { follow } from '@/lib/live/live'
import type { Topic } from '@/lib/live/topics'
import { perProcess } from '@/lib/per-process'
import { keptIn } from '@/lib/text/lists'
import type { SessionEvent } from './event'
import { eventsAfter } from './log'

/** What is new in a session: stored events, and the text that is being generated in this process. */

export type PreviewType = 'agent.message' | 'agent.thinking' | 'agent.tool_use'

export interface Preview {
  /** of the event that it becomes */
  id: string
  type: PreviewType
  /** of a call: its tool */
  name?: string
  text: string
}

export type SessionNews =
  /** stored together, or meanwhile */
  | { kind: 'events'; events: SessionEvent[] }
  | { kind: 'start'; preview: Preview }
  /** `text`: what is added */
  | { kind: 'delta'; id: string; type: PreviewType; text: string }
  /** what was being generated is given up: nothing of it is stored */
  | { kind: 'dropped'; ids: string[] }
  /** the session's row changed: its title, its settings, what waits in its queue */
  | { kind: 'changed' }
  /** something changed in the stores that are followed beside it */
  | { kind: 'stores' }
  /** it was deleted; nothing comes after this */
  | { kind: 'gone' }

interface Generated {
  previews: Map<string, Preview>
  followers: Set<(news: SessionNews) => void>
}

const generated = perProcess('generated texts', () => new Map<string, Generated>())

const of = (sessionId: string): Generated =>
  keptIn(generated, sessionId, () => ({ previews: new Map(), followers: new Set() }))

/** Followers and texts are always found anew: what nobody follows meanwhile is let go. */
function letGo(sessionId: string): void {
  const known = generated.get(sessionId)
  if (known?.followers.size === 0 && known.previews.size === 0) generated.delete(sessionId)
}

/** Shows the text of one answer while it is generated. */
export function previewsOf(sessionId: string) {
  const tell = (news: SessionNews) => {
    for (const hear of of(sessionId).followers) hear(news)
  }
  return {
    begin(preview: Preview) {
      of(sessionId).previews.set(preview.id, preview)
      tell({ kind: 'start', preview: { ...preview } })
    },
    add(id: string, text: string) {
      const preview = of(sessionId).previews.get(id)
      if (!preview) return
      preview.text += text
      tell({ kind: 'delta', id, type: preview.type, text })
    },
    /** Of what was stored nobody needs to be told: the event is there. */
    end(stored: readonly { id: string }[]) {
      const { previews } = of(sessionId)
      const kept = new Set(stored.map(({ id }) => id))
      const dropped = [...previews.keys()].filter((id) => !kept.has(id))
      previews.clear()
      if (dropped.length > 0) tell({ kind: 'dropped', ids: dropped })
      letGo(sessionId)
    },
  }
}

/** The event whose text is told; '' where none is. */
const textId = (news: SessionNews): string =>
  news.kind === 'start' ? news.preview.id : news.kind === 'delta' ? news.id : ''

/**
 * The stored events after a number and all that comes, in order, without gap or double, until the signal
 * aborts; before it the texts that are being generated, so far. `storeIds`: stores to follow beside it.
 */
export async function* followSession(
  sessionId: string,
  after: number,
  signal: AbortSignal,
  storeIds: readonly string[] = [],
): AsyncGenerator<SessionNews> {
  const { previews, followers } = of(sessionId)
  let waiting: SessionNews[] = []
  let wake = (): void => {}
  const hear = (news: SessionNews) => {
    const last = waiting.at(-1)
    // Who is slow gets what was added meanwhile at once.
    if (news.kind === 'delta' && last?.kind === 'delta' && last.id === news.id)
      last.text += news.text
    else waiting.push(news.kind === 'delta' ? { ...news } : news)
    wake()
  }
  for (const preview of previews.values()) waiting.push({ kind: 'start', preview: { ...preview } })
  followers.add(hear)
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  let hasNews = false
  let failure: unknown = null
  const topics = [`session:${sessionId}`, ...storeIds.map((id) => `store:${id}`)] as Topic[]
  const following = (async () => {
    for await (const { topic } of follow(topics, stop)) {
      if (topic === topics[0]) hasNews = true
      else if (waiting.at(-1)?.kind !== 'stores') waiting.push({ kind: 'stores' })
      wake()
    }
  })().catch((error: unknown) => {
    failure = error
    wake()
  })
  const leave = () => wake()
  signal.addEventListener('abort', leave)
  let last = after
  try {
    while (!signal.aborted) {
      if (failure) throw failure as Error
      if (hasNews) {
        hasNews = false
        const events = await eventsAfter(sessionId, last)
        // Whoever is slow needs no text of what is there by now.
        const there = new Set(events.map(({ id }) => id))
        waiting = waiting.filter((news) => !there.has(textId(news)))
        last = events.at(-1)?.sequence ?? last
        if (events.length > 0) {
          yield { kind: 'events', events }
          continue
        }
        const isThere = await db.session.count({ where: { id: sessionId } })
        yield { kind: isThere ? 'changed' : 'gone' }
        if (!isThere) return
        continue
      }
      const [next] = waiting
      if (next) {
        waiting = waiting.slice(1)
        yield next
        continue
      }
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal.removeEventListener('abort', leave)
    followers.delete(hear)
    ended.abort()
    await following
    letGo(sessionId)
  }
}

/** Another number once a redaction has begun or ended, also one that found nothing in a store. */
export async function countAllRedactions(): Promise<number> {
  const select = { _all: true, finishedAt: true } as const
  const { _all: begun, finishedAt: ended } = await db.job.count({
    where: { kind: 'redact' },
    select,
  })
  return begun + ended
}
