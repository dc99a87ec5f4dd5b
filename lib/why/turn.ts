import { db, turn as pace } from '@/lib/db'
import type { Mount } from '@/lib/memory-tool/paths'
import { Refusal, unlessRefused } from '@/lib/refusal'
import { shownRoot } from '@/lib/sessions/attached'
import { viewStart } from '@/lib/sessions/conversation'
import { contextOf, isOf, type SessionEvent, textOf } from '@/lib/sessions/event'
import { eventsAfter, listEvents } from '@/lib/sessions/log'
import { contextWindowOf, hasModelServer } from '@/lib/sessions/models'
import { sumOfParts } from '@/lib/sessions/parts'
import { recordedSettings } from '@/lib/sessions/request'
import { getSession, type Session } from '@/lib/sessions/sessions'
import { PRACTICE_MODEL, type WireSettings } from '@/lib/sessions/settings'
import { asStore } from '@/lib/store/model/model'
import { type Head, sequenceAt } from '@/lib/store/past'
import type { GivenAnswer } from './check'
import { converse, givenIn, type Sampled } from './converse'
import { logWithout, repeatedIn, type Repeated, type Room, RUN } from './hide'
import { type Hidden, NOTHING_HIDDEN, Past, Scratch } from './scratch'

/** One turn of a session, to be asked again as often as wanted. */

/** A memory that stood when the turn began. */
export interface TurnMemory extends Head {
  storeId: string
  /** its path as the agent writes it */
  place: string
}

export interface Turn {
  session: Session
  settings: WireSettings
  /** the person's message that it begins with */
  question: { id: string; text: string }
  /** what the agent gave */
  recorded: GivenAnswer & { eventIds: readonly string[]; requests: number; tokens: TurnTokens }
  /** what was told and said before the agent was first asked */
  log: readonly SessionEvent[]
  /** and what came of it */
  answer: readonly SessionEvent[]
  room: Room
  memories: readonly TurnMemory[]
  window: number
}

export interface TurnTokens {
  input: number
  output: number
}

const ENDING = ['user.message', 'session.status_idle', 'session.status_terminated'] as const
const ENDS = isOf(...ENDING)

/**
 * What was said and called in the turn in which an event was, the person's message first; nothing where there is
 * no such event. The rest of the log is not read.
 */
export async function saidInTurn(sessionId: string, eventId: string): Promise<SessionEvent[]> {
  const event = await db.sessionEvent.findFirst({ where: { sessionId, id: eventId } })
  if (!event) return []
  const at = { sessionId, from: event.sequence, limit: 1 }
  const [message] = await listEvents({ ...at, order: 'desc', types: ['user.message'] })
  const [end] = await listEvents({ ...at, types: ENDING })
  const types = ['user.message', 'agent.message', 'agent.tool_use']
  return eventsAfter(sessionId, (message?.sequence ?? 1) - 1, { types, before: end?.sequence })
}

/**
 * The turn in which an event was: one that the agent said or called. Refuses `session_not_found`,
 * `answer_under_way`, `no_memory_in_answer`, `answer_redacted`, `observed_session`, `store_gone`, `model_gone`,
 * `invalid_input` for what is no event of an answer.
 */
export async function openTurn(sessionId: string, eventId: string): Promise<Turn> {
  await refuseObserved(sessionId)
  const session = await getSession(sessionId)
  const events = await eventsAfter(sessionId, 0)
  const at = events.findIndex(({ id }) => id === eventId)
  const isGiven = at !== -1 && isOf('agent.message', 'agent.tool_use')(events[at] as SessionEvent)
  const from = events.slice(0, Math.max(0, at)).findLastIndex(isOf('user.message'))
  const message = events[from]
  const start = events.findIndex((each, index) => index > from && isStart(each))
  const first = events[start]
  if (!isGiven || message?.type !== 'user.message' || !first || !isStart(first)) {
    throw new Refusal('invalid_input', `event: ${eventId} is no part of an agent’s answer.`)
  }
  const end = events.findIndex((each, index) => index > at && ENDS(each))
  if (end === -1 && session.status === 'running') {
    throw new Refusal('answer_under_way', 'The agent is at work on this answer.')
  }
  const answer = events.slice(start, end === -1 ? events.length : end)
  const settings = recordedSettings(events.slice(0, start + 1)) ?? session.settings
  refuseRedacted(answer)
  if (first.model !== PRACTICE_MODEL && !hasModelServer()) throw modelGone(first.model)
  if (session.stores.length === 0) throw noMemory()
  const past = new Past()
  const mounts = await mountsOf(session)
  const states = await statesOf(session, answer, first)
  const { stores } = session
  const room = { sessionId, stores, toolSet: settings.tool_set, mounts, past, states }
  const memories = await memoriesIn(room)
  if (memories.length === 0) throw noMemory()
  const before = events.slice(0, start)
  return {
    session,
    settings,
    answer,
    room,
    memories,
    question: { id: message.id, text: textOf(message) },
    recorded: recordedIn(answer),
    log: before.slice(viewStart(before)),
    window: await contextWindowOf(settings),
  }
}

const isStart = isOf('span.model_request_start')

async function refuseObserved(id: string): Promise<void> {
  if ((await db.observedSession.count({ where: { id } })) === 0) return
  throw new Refusal(
    'observed_session',
    'This was answered in another program, and is not asked again.',
  )
}

/** What was sent keeps a hash, which a redaction takes; what came to nothing has none. */
function refuseRedacted(answer: readonly SessionEvent[]): void {
  const ends = answer.filter(isOf('span.model_request_end'))
  if (!ends.some(({ is_error, request }) => !is_error && request === null)) return
  throw new Refusal('answer_redacted', 'A redaction took something out of what the model was sent.')
}

const noMemory = () =>
  new Refusal('no_memory_in_answer', 'No memory was attached to this session when it answered.')

export const modelGone = (model: string) =>
  new Refusal('model_gone', `The model ${model} cannot be asked: no server of models is set.`, {
    model,
  })

const storeGone = (storeId: string) =>
  new Refusal('store_gone', `The memory store ${storeId} of this answer is gone.`, {
    store_id: storeId,
  })

/** The stores as the turn had them: that one was archived since changes nothing. */
async function mountsOf({ stores }: Session): Promise<Mount[]> {
  const where = { id: { in: stores.map(({ storeId }) => storeId) }, deletedAt: null }
  const rows = (await db.store.findMany({ where })).map(asStore)
  return stores.map(({ storeId, name: title, mountName: name, isReadOnly }) => {
    const store = rows.find(({ id }) => id === storeId)
    if (!store) throw storeGone(storeId)
    return { storeId, title, name, isReadOnly, most: store.limits.viewCharacters }
  })
}

/** Before the first call; else as the agent was told, or by the time. */
async function statesOf(
  { stores }: Session,
  answer: readonly SessionEvent[],
  start: SessionEvent<'span.model_request_start'>,
): Promise<Room['states']> {
  const seen = answer.filter(isOf('agent.tool_result')).find((each) => each.seen.length > 0)?.seen
  const known = [...(seen ?? []), ...start.told]
  return Promise.all(
    stores.map(async ({ storeId }) => {
      const state = known.find((each) => each.memory_store_id === storeId)
      const then = new Date(start.processed_at)
      const sequence = state?.sequence ?? (await unlessRefused(sequenceAt(storeId, then)))
      if (sequence === null) throw storeGone(storeId)
      return { storeId, sequence }
    }),
  )
}

async function memoriesIn({ stores, toolSet, past, states }: Room): Promise<TurnMemory[]> {
  const found = states.map(async (state) => {
    const store = stores.find(({ storeId }) => storeId === state.storeId)
    const root = store ? shownRoot(stores, toolSet, store) : ''
    const heads = await past.heads(state)
    return heads.map((head): TurnMemory => ({
      ...head,
      storeId: state.storeId,
      place: root + head.path,
    }))
  })
  return (await Promise.all(found)).flat()
}

function recordedIn(answer: readonly SessionEvent[]): Turn['recorded'] {
  const given = answer.filter(isOf('agent.message', 'agent.tool_use'))
  const ends = answer.filter(isOf('span.model_request_end'))
  const sum = (count: (usage: (typeof ends)[number]['model_usage']) => number) =>
    ends.reduce((all, { model_usage: usage }) => all + count(usage), 0)
  const estimated = answer
    .filter(isStart)
    .reduce((all, start) => all + sumOfParts(start.estimated_parts), 0)
  return {
    eventIds: given.map(({ id }) => id),
    ...givenIn(given),
    requests: ends.length,
    tokens: {
      // A server that does not count says zero.
      input: sum((usage) => contextOf(usage) - usage.output_tokens) || estimated,
      output: sum((usage) => usage.output_tokens),
    },
  }
}

/** Asks the turn again without what is hidden. Refuses `model_gone`, `model_failed`; throws the signal's reason. */
export async function sampleTurn(
  turn: Turn,
  hidden: Hidden,
  signal: AbortSignal,
): Promise<Sampled & { events: readonly SessionEvent[] }> {
  const { settings, room, window } = turn
  const { log, reads } = await logWithout(turn.log, hidden, room, signal)
  const scratch = await Scratch.at(room.past, room.states, hidden)
  const { stores, mounts } = room
  return converse({ settings, stores, mounts, window, scratch, reads, log, signal })
}

/** All that the agent was shown in the turn, as it was recorded, and what it gave. */
export const shownIn = ({ log, answer }: Turn): string =>
  [...log, ...answer]
    .filter(isOf('user.message', 'agent.tool_result', 'context.reminder', 'agent.message'))
    .map(textOf)
    .join('\n')

/** Where the agent itself repeated, before the turn, what these memories hold. Ends with the signal's reason. */
export async function repeatedEarlier(
  turn: Turn,
  memoryIds: readonly string[],
  signal?: AbortSignal,
): Promise<Repeated> {
  const { room, memories } = turn
  const meant = memories.filter(({ memoryId }) => memoryIds.includes(memoryId))
  const texts = await Promise.all(meant.map(({ versionId }) => room.past.text(versionId)))
  const hidden = { ...NOTHING_HIDDEN, memories: new Set(memoryIds) }
  const { log } = await logWithout(turn.log, hidden, room, signal)
  const eventIds = await repeatedIn(log, texts, signal)
  if (eventIds.length === 0) return { eventIds, firstReadId: null }
  const lines = texts.flatMap((text) => text.split('\n').filter(({ length }) => length >= RUN))
  let asked: string | null = null
  for (const event of turn.log) {
    if (event.type === 'user.message') asked = event.id
    if (event.type !== 'agent.tool_result') continue
    const text = textOf(event)
    if (lines.some((line) => text.includes(line))) return { eventIds, firstReadId: asked }
    await pace(signal)
  }
  return { eventIds, firstReadId: null }
}
