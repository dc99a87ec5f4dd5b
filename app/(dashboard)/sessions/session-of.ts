import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { conversationPart, newestPart } from '@/lib/agent/conversation-part'
import { contextGauge } from '@/lib/agent/context-gauge'
import { sessionReview } from '@/lib/agent/follow-review'
import { getSession } from '@/lib/agent/get-session'
import { queuedMessages } from '@/lib/agent/list-session-events'
import { SessionError } from '@/lib/agent/problems'
import type { Session } from '@/lib/agent/session'
import { sessionHead } from '@/lib/agent/session-head'
import { afterPart, type SessionState } from '@/components/session/session-state'
import { getObservedSession } from '@/lib/connect/get-observed-session'
import { database } from '@/lib/db/open-database'

/** What is known of a session in another program; null: it is none. */
export const observedOf = cache((sessionId: string) => getObservedSession(database(), sessionId))

/**
 * The session of a page, or the 404 page. One that is only observed has no conversation here, and one
 * page.
 */
export const sessionOf = cache(async (sessionId: string): Promise<Session> => {
  try {
    return await getSession(database(), sessionId)
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    if ((await observedOf(sessionId)) !== null) redirect(`/sessions/${sessionId}`)
    notFound()
  }
})

/**
 * A session page's initial state: the newest part of its conversation, and the part around the event
 * in the address, if there is one. What follows comes live, what was before when it is scrolled to.
 */
export async function renderedState(sessionId: string, around?: string): Promise<SessionState> {
  const db = database()
  const events = await newestPart(db, sessionId)
  const queue = await queuedMessages(db, sessionId)
  // Read after the events: the gauge is never older than they are.
  const session = await getSession(db, sessionId)
  const state: SessionState = {
    events,
    queue,
    previews: [],
    head: sessionHead(session),
    gauge: contextGauge(session),
    review: await sessionReview(db, sessionId),
  }
  if (around === undefined || state.events.some(({ id }) => id === around)) return state
  return afterPart(state, await conversationPart(db, sessionId, { around }))
}
