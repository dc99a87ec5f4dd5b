import type { Database } from '@/lib/db/database'
import { createSession, type CreateSessionInput } from '@/lib/agent/create-session'
import { listSessionEvents } from '@/lib/agent/list-session-events'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import type { EventOf, SessionEvent, SessionEventType } from '@/lib/agent/session-event'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'

/** A session of a scripted model with one store that holds these memories. */
export async function sessionWith(
  db: Database,
  model: string,
  memories: Record<string, string> = {},
  settings: Partial<CreateSessionInput['settings']> = {},
  access: 'read_write' | 'read_only' = 'read_write',
) {
  const store = await createStore(db, { name: 'Notes' })
  for (const [path, content] of Object.entries(memories)) {
    const cause = { actor: LOCAL_USER_ACTOR }
    await createMemory(db, { storeId: store.id, path, content, cause })
  }
  const session = await createSession(db, {
    settings: { model, ...settings },
    stores: [{ storeId: store.id, access }],
    openedBy: LOCAL_USER_ACTOR,
  })
  return { storeId: store.id, sessionId: session.id }
}

/** Sends messages, and waits until the session is idle. */
export async function say(db: Database, sessionId: string, ...texts: string[]): Promise<void> {
  await sendEvents(
    db,
    sessionId,
    texts.map((text) => ({ type: 'user.message', texts: [text] })),
  )
  await runsFinished()
}

export async function eventsOf(db: Database, sessionId: string): Promise<SessionEvent[]> {
  return listSessionEvents(db, { sessionId, limit: 10_000 })
}

/** The events of one type, in order. */
export async function eventsOfType<Type extends SessionEventType>(
  db: Database,
  sessionId: string,
  type: Type,
): Promise<EventOf<Type>[]> {
  const events = await eventsOf(db, sessionId)
  return events.filter((event): event is EventOf<Type> => event.type === type)
}

/** The types of all events, in order, without the spans of model requests and without reminders. */
export async function typesOf(db: Database, sessionId: string): Promise<string[]> {
  const events = await eventsOf(db, sessionId)
  return events
    .map(({ type }) => type)
    .filter((type) => !type.startsWith('span.') && type !== 'context.reminder')
}
