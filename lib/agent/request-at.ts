import { createHash } from 'node:crypto'
import type { ContextBlock } from '@/lib/context/context-block'
import { thresholdsOf } from '@/lib/context/context-settings'
import { DEFAULT_WINDOW } from '@/lib/context/context-thresholds'
import type { Database } from '@/lib/db/database'
import { settings as installation } from '@/lib/settings'
import { modelRequest } from './core/model-request'
import { runnableTools } from './core/memory-tools'
import { getSession } from './get-session'
import { listSessionEvents, sessionEventSequence } from './list-session-events'
import type { EventOf, SessionEvent } from './session-event'

/** A model request as it was sent. */
export interface RequestAt {
  startId: string
  /** the body, as single-line JSON */
  body: string
  /** its conversation, block by block, without what only steers the cache */
  blocks: ContextBlock[]
  /** the body without the conversation, as JSON: system prompt, tools, settings */
  setup: string
  /** headers of the beta features it used */
  betas: string[]
  /** whether these are the exact bytes sent, by their stored hash; null: none was stored */
  isExact: boolean | null
}

/**
 * Rebuilds a session's request from its log, including the settings recorded there: it was made
 * from nothing else. What a redaction removed is missing here too, and the request is then not
 * exact. Null: no such request. Refuses `session_not_found`.
 */
export async function requestAt(
  db: Database,
  input: { sessionId: string; startId: string },
): Promise<RequestAt | null> {
  const session = await getSession(db, input.sessionId)
  const events = await eventsBefore(db, input)
  const start = events.at(-1)
  if (start?.type !== 'span.model_request_start') return null
  const settings = settingsAt(events) ?? session.settings
  const request = modelRequest(
    {
      model: start.model,
      settings,
      stores: session.stores,
      window: start.window ?? DEFAULT_WINDOW,
      thresholds: thresholdsOf(settings.context, installation().contextThresholds),
      tools: runnableTools(settings.toolSet, session.stores.length > 0, () => Promise.resolve('')),
    },
    events.slice(0, -1),
  )
  const body = JSON.stringify(request.body)
  const isExact = await isAsSent(db, session.id, start, body)
  const setup = JSON.stringify({ ...request.body, messages: [] })
  return { startId: start.id, body, blocks: request.blocks, setup, betas: request.betas, isExact }
}

/** All events of a session up to and including a request's start. */
async function eventsBefore(
  db: Database,
  { sessionId, startId }: { sessionId: string; startId: string },
): Promise<SessionEvent[]> {
  const sequence = await sessionEventSequence(db, { sessionId, eventId: startId })
  return sequence === null ? [] : listSessionEvents(db, { sessionId, limit: sequence })
}

/** The settings of the last request in a log; null: it records none. */
export function settingsAt(events: readonly SessionEvent[]) {
  const noted = events.findLast(
    (event): event is EventOf<'span.model_request_start'> =>
      event.type === 'span.model_request_start' && Boolean(event.settings),
  )
  return noted?.settings ?? null
}

async function isAsSent(
  db: Database,
  sessionId: string,
  start: SessionEvent,
  body: string,
): Promise<boolean | null> {
  // Requests do not overlap: the next end belongs to this one, unless the process ended before it.
  const [end] = await listSessionEvents(db, {
    sessionId,
    after: start.sequence ?? undefined,
    limit: 1,
    types: ['span.model_request_end'],
  })
  if (end?.type !== 'span.model_request_end' || end.startId !== start.id || !end.request) {
    return null
  }
  return createHash('sha256').update(body).digest('hex') === end.request.sha256
}
