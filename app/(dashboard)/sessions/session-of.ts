import { notFound } from 'next/navigation'
import { cache } from 'react'
import { contextGauge } from '@/lib/agent/context-gauge'
import { getSession } from '@/lib/agent/get-session'
import { listSessionEvents, queuedMessages } from '@/lib/agent/list-session-events'
import { SessionError } from '@/lib/agent/problems'
import type { Session } from '@/lib/agent/session'
import type { SessionState } from '@/components/session/session-state'
import { database } from '@/lib/db/database'

/** The session of a page; a page of nothing is not there. */
export const sessionOf = cache(async (sessionId: string): Promise<Session> => {
  try {
    return await getSession(database(), sessionId)
  } catch (error) {
    if (error instanceof SessionError) notFound()
    throw error
  }
})

/** Events that a page is rendered with: all of them, but for conversations without end. */
const RENDERED = 5_000

/** What a session's page begins with; the rest comes live. */
export async function renderedState(sessionId: string): Promise<SessionState> {
  const newest = await listSessionEvents(database(), {
    sessionId,
    limit: RENDERED,
    order: 'desc',
  })
  return {
    events: newest.reverse(),
    queue: await queuedMessages(database(), sessionId),
    previews: [],
    gauge: contextGauge(await getSession(database(), sessionId)),
  }
}
