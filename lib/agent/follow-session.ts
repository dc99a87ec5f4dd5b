import type { Database } from '@/lib/db/database'
import { sharedRead } from '@/lib/live/shared-read'
import { wakeUpOn } from '@/lib/live/wake-up'
import { type ContextGauge, contextGauge } from './context-gauge'
import { type Preview, previewsOf } from './core/previews'
import { findSession, sessionsOf } from './core/rows'
import { contextOf } from './core/stored-json'
import { listSessionEvents, queuedMessages } from './list-session-events'
import { SessionError } from './problems'
import type { SessionEvent } from './session-event'
import { type SessionHead, sessionHead } from './session-head'
import { storedSettings } from './session-settings'
import type { SessionRow } from './sql/sessions'

export interface FollowSessionInput {
  sessionId: string
  /** events after this number: stored ones first, then new ones */
  after: number
  /** the event types to preview while they are generated */
  previews: readonly Preview['type'][]
  /** whether to report queued messages, the session's head and the context's size as well */
  withState: boolean
  signal: AbortSignal
}

export type SessionNews =
  | { kind: 'event'; event: SessionEvent }
  | { kind: 'queue'; messages: SessionEvent[] }
  | { kind: 'head'; head: SessionHead }
  | { kind: 'gauge'; gauge: ContextGauge }
  /** an event is being generated */
  | { kind: 'start'; preview: Omit<Preview, 'text'> }
  | { kind: 'delta'; eventId: string; type: Preview['type']; text: string }
  /** these previews were abandoned and will not become events */
  | { kind: 'dropped'; eventIds: string[] }

const PAGE = 200

/**
 * Everything that happens in a session after a number, in order, each event once; on request with
 * previews. Ends when the signal is aborted or the session is deleted. Refuses `session_not_found`
 * if there is no session at the start.
 */
export async function* followSession(
  db: Database,
  input: FollowSessionInput,
): AsyncGenerator<SessionNews> {
  const { sessionId, signal } = input
  const session = await findSession(db.read, sessionId)
  const wakeUp = wakeUpOn(db.sessionChanges, session.key, signal)
  const previews = previewsOf(sessionId)
  const stopListening =
    input.previews.length > 0 ? previews.subscribe(() => wakeUp.wake()) : () => {}
  const sentLengths = new Map<string, number>()
  const shared = <Value>(what: string, read: () => Promise<Value>) =>
    sharedRead(db, `${sessionId} ${what}`, read).catch(nullIfGone)
  let queue: string | null = null
  let known = ''
  let knownHead = ''
  try {
    for (let after = input.after; !signal.aborted;) {
      const page = await shared(`events ${after}`, () =>
        listSessionEvents(db, { sessionId, after, limit: PAGE }),
      )
      if (page === null) return
      for (const event of page) {
        sentLengths.delete(event.id)
        yield { kind: 'event', event }
      }
      after = page.at(-1)?.sequence ?? after
      if (page.length === PAGE) continue
      if (input.withState) {
        const row = await shared('row', () => findSession(db.read, sessionId))
        if (row === null) return
        // Runs for every piece of a streamed answer, so it parses only what changed.
        const state = row.settings + row.context
        if (state !== known) yield { kind: 'gauge', gauge: gaugeOf(row) }
        known = state
        const headed = [row.title, row.archivedAt, row.settings].join(' ')
        if (headed !== knownHead) {
          const shown = await shared(
            `head ${headed}`,
            async () => (await sessionsOf(db.read, [row]))[0],
          )
          if (shown) yield { kind: 'head', head: sessionHead(shown) }
        }
        knownHead = headed
        const messages = await shared('queue', () => queuedMessages(db, sessionId))
        if (messages === null) return
        // A redaction may have changed the queued messages.
        const key = [row.redactions, ...messages.map(({ id }) => id)].join(' ')
        if (key !== queue) yield { kind: 'queue', messages }
        queue = key
      }
      yield* previewNews(previews.current(), input.previews, sentLengths)
      if (!(await wakeUp.next())) return
    }
  } finally {
    stopListening()
    wakeUp.end()
  }
}

function gaugeOf(row: SessionRow): ContextGauge {
  return contextGauge({ settings: storedSettings(row.settings), context: contextOf(row) })
}

function* previewNews(
  open: readonly Preview[],
  wanted: readonly Preview['type'][],
  sentLengths: Map<string, number>,
): Generator<SessionNews> {
  const isOpen = new Set(open.map(({ eventId }) => eventId))
  const dropped = [...sentLengths.keys()].filter((eventId) => !isOpen.has(eventId))
  if (dropped.length > 0) {
    for (const eventId of dropped) sentLengths.delete(eventId)
    yield { kind: 'dropped', eventIds: dropped }
  }
  for (const { eventId, type, name, text } of open) {
    if (!wanted.includes(type)) continue
    const from = sentLengths.get(eventId)
    if (from === undefined) yield { kind: 'start', preview: { eventId, type, name } }
    sentLengths.set(eventId, text.length)
    if (text.length > (from ?? 0))
      yield { kind: 'delta', eventId, type, text: text.slice(from ?? 0) }
  }
}

function nullIfGone(error: unknown): null {
  if (error instanceof SessionError && error.problem.kind === 'session_not_found') return null
  throw error
}
