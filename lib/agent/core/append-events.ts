import type { WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import {
  type SessionEvent,
  type SessionEventBody,
  type StopReason,
  usageOfBoth,
} from '../session-event'
import { contextAfter } from '../context-state'
import { insertEvent } from '../sql/session-events'
import { type SessionRow, updateSession } from '../sql/sessions'
import { followProposals } from './follow-proposals'
import { contextOf, usageOf } from './stored-json'

/** An event to store; one announced earlier already has its id. */
export type NewEvent = SessionEventBody & { id?: string; createdAt?: number }

/**
 * Appends events to a session whose row is locked, and updates the row to match: status, stop
 * reason, token usage, context. A session's log grows in no other way.
 */
export async function appendEvents(
  tx: WriteSql,
  session: SessionRow,
  events: readonly NewEvent[],
): Promise<SessionEvent[]> {
  const stored: SessionEvent[] = []
  for (const { id, createdAt, ...body } of events) {
    const event = {
      ...body,
      id: id ?? newId('sevt'),
      sequence: ++session.lastSequence,
      createdAt: createdAt ?? Date.now(),
    }
    await insertEvent(tx, { ...event, sessionKey: session.key, body: JSON.stringify(body) })
    follow(session, event)
    await followProposals(tx, session, event)
    stored.push(event)
  }
  await saveSession(tx, session)
  return stored
}

/** Saves a session's changed row and notifies its listeners. */
export async function saveSession(tx: WriteSql, session: SessionRow): Promise<void> {
  session.updatedAt = Date.now()
  await updateSession(tx, session)
  tx.touchSession(session.key)
}

function follow(session: SessionRow, event: SessionEvent): void {
  session.context = JSON.stringify(contextAfter(contextOf(session), event))
  // An archived session stays archived, even if its run has not noticed yet and still reports a
  // status.
  if (session.status === 'terminated' && event.type.startsWith('session.status_')) return
  switch (event.type) {
    case 'session.status_running':
      session.status = 'running'
      session.stopReason = null
      return
    case 'session.status_idle':
      setIdle(session, event.stopReason)
      return
    case 'session.status_terminated':
      session.status = 'terminated'
      session.stopReason = null
      return
    case 'span.model_request_end':
      addUsage(session, event.usage)
      session.draft = null
      return
    case 'context.summary_written':
    case 'context.compaction_failed':
      addUsage(session, event.usage)
      return
    case 'agent.thread_context_compacted':
      // The API gets the events that it summarised back in full, so only our compactions move the
      // view.
      if (event.by === 'palimpsest') session.viewFrom = event.sequence ?? 0
      return
    default:
  }
}

function setIdle(session: SessionRow, reason: StopReason): void {
  session.status = 'idle'
  session.stopReason = JSON.stringify(reason)
}

function addUsage(session: SessionRow, more: ReturnType<typeof usageOf>): void {
  session.usage = JSON.stringify(usageOfBoth(usageOf(session), more))
}
