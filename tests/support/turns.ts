import { allDone } from '@/lib/ending'
import { isOf, type SessionEvent } from '@/lib/sessions/event'
import { eventsAfter } from '@/lib/sessions/log'
import { sendEvents } from '@/lib/sessions/send'
import { createSession, getSession } from '@/lib/sessions/sessions'
import type { SettingsPatch } from '@/lib/sessions/settings'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { message } from './messages'
import { modelName, type ModelServer, type RuledModel, type SentRequest } from './model-server'
import { written } from './written'

/** Conversations of an agent with one store, to be asked again. */

/** A session of a model, with a store of its own. */
export async function opened(model: string, settings: SettingsPatch = {}) {
  const { id: storeId } = await createStore({ name: 'Notes' })
  const opening = { settings: { model, ...settings } as never, stores: [{ storeId }] }
  return { storeId, sessionId: (await createSession(opening, BY_PERSON)).id }
}

/** Why the agent of a session rests. */
export const reasonOf = async (sessionId: string) => (await getSession(sessionId)).stopReason

/** Has a person say something, and waits until the agent has done. */
export async function saying(sessionId: string, text: string): Promise<SessionEvent[]> {
  await sendEvents(sessionId, [message(text)], BY_PERSON)
  await allDone()
  return eventsAfter(sessionId, 0)
}

/** The newest event of the agent's answers. */
export function answerIn(events: readonly SessionEvent[]): string {
  return events.findLast(isOf('agent.message', 'agent.tool_use'))?.id ?? ''
}

/** A store of these texts, and a session of a model of this rule that is asked about it. */
export async function conversation(
  server: ModelServer,
  rule: RuledModel,
  {
    texts,
    asks = ['When do we deploy?'],
    settings,
  }: { texts: Record<string, string>; asks?: readonly string[]; settings?: SettingsPatch },
) {
  const model = modelName()
  server.rule(model, rule)
  const { id: storeId } = await createStore({ name: 'Notes' })
  await written(storeId, texts)
  const { id: sessionId } = await createSession(
    { settings: { model, ...settings } as never, stores: [{ storeId }] },
    BY_PERSON,
  )
  let events: SessionEvent[] = []
  for (const text of asks) events = await saying(sessionId, text)
  return { model, storeId, sessionId, events, eventId: answerIn(events) }
}

/** What a model was sent, as one text. */
export const sentIn = (request: SentRequest | undefined): string =>
  JSON.stringify(request?.messages ?? [])
