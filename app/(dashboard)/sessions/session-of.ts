import { notFound } from 'next/navigation'
import { cache } from 'react'
import { contextGauge } from '@/lib/agent/context-gauge'
import { getSession } from '@/lib/agent/get-session'
import {
  listSessionEvents,
  queuedMessages,
  sessionEventSequence,
} from '@/lib/agent/list-session-events'
import { SessionError } from '@/lib/agent/problems'
import type { Session } from '@/lib/agent/session'
import type { SessionEvent } from '@/lib/agent/session-event'
import type { SessionState } from '@/components/session/session-state'
import { database } from '@/lib/db/open-database'

/** The session of a page, or the 404 page. */
export const sessionOf = cache(async (sessionId: string): Promise<Session> => {
  try {
    return await getSession(database(), sessionId)
  } catch (error) {
    if (error instanceof SessionError) notFound()
    throw error
  }
})

/** Events rendered with a page: all, except in very long conversations. */
const RENDERED = 5_000

/** Events rendered before the requested one. */
const BEFORE = 50

/**
 * A session page's initial state; the rest comes live. For a very long conversation it is the
 * newest part, or the part from the requested event on.
 */
export async function renderedState(sessionId: string, from?: string): Promise<SessionState> {
  return {
    events: await renderedEvents(sessionId, from),
    queue: await queuedMessages(database(), sessionId),
    previews: [],
    gauge: contextGauge(await getSession(database(), sessionId)),
  }
}

async function renderedEvents(sessionId: string, from?: string): Promise<SessionEvent[]> {
  const newest = await listSessionEvents(database(), {
    sessionId,
    limit: RENDERED,
    order: 'desc',
  })
  newest.reverse()
  const [first] = newest
  if (from === undefined || !first || first.sequence === 1) return newest
  const asked = await sessionEventSequence(database(), { sessionId, eventId: from })
  if (asked === null || asked >= (first.sequence ?? 0)) return newest
  return listSessionEvents(database(), {
    sessionId,
    after: Math.max(0, asked - BEFORE),
    limit: RENDERED,
  })
}
