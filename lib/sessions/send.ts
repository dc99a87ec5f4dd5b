import { db, type Reader } from '@/lib/db'
import { allowAlone, checkAllowed, type HeldOfCall, isOfCall, settleAlone } from '@/lib/held/decide'
import {
  decideHeld,
  getHeld,
  heldOfCalls,
  type HeldWrite,
  notWaiting,
} from '@/lib/held/held-writes'
import { type Landing, landingOf } from '@/lib/held/landing'
import { Refusal } from '@/lib/refusal'
import { type Cause, SERVER } from '@/lib/store/model/actor'
import { checkContent, invalidInput } from '@/lib/store/model/problems'
import type { Step } from '@/lib/store/plan/plan'
import type { EventBody, NewEvent, QueuedMessage, SessionEvent, TextBlock } from './event'
import { changeSession, queued, type SessionChange, viewIn, viewOf } from './log'
import {
  askedCompaction,
  openCalls,
  openCompaction,
  type ToolUse,
  verdictOn,
  waitingCalls,
} from './next-step'
import { wake } from './run'
import { createSession, getSession, type NewSession, type Session } from './sessions'
import { stopIn } from './stopped'

/** What people and programs send to a session. */

export type ClientEvent =
  | { type: 'user.message'; content: TextBlock[] }
  | { type: 'user.interrupt' }
  | ConfirmationSent
  | { type: 'user.compaction'; instructions: string }

/** What is said of a call that waits. */
export interface Answer {
  result: 'allow' | 'deny'
  deny_message?: string | null | undefined
  for_session?: boolean | undefined
  content_sha256?: string | undefined
  content?: string | undefined
}

type ConfirmationSent = Answer & { type: 'user.tool_confirmation'; tool_use_id: string }

type Sent = SessionEvent | QueuedMessage

const MAX_EVENTS = 100
const MAX_QUEUED = 100

/**
 * Takes events, all or none; messages wait in the queue until their turn. Answers them as they stand.
 * Refuses `session_not_found`, `session_archived`, `invalid_input`; of a confirmation `not_waiting`,
 * `held_changed`, `held_not_possible`; of a compaction `session_busy`, `nothing_to_compact`.
 */
export async function sendEvents(
  sessionId: string,
  events: readonly ClientEvent[],
  by: Cause,
): Promise<Sent[]> {
  if (events.length === 0 || events.length > MAX_EVENTS) {
    throw invalidInput('events', `must be 1 to ${MAX_EVENTS} events`)
  }
  const sent = await changeSession(sessionId, async (c) => {
    const all: Sent[] = []
    for (const event of events) all.push(...(await take(c, event, by)))
    if (events.some(({ type }) => type === 'user.tool_confirmation')) await goOn(c)
    return all
  })
  wake(sessionId)
  return sent
}

/** Opens a session and says the first words; where these are refused, neither. Refuses as both do. */
export async function openSession(
  session: NewSession,
  first: readonly Extract<ClientEvent, { type: 'user.message' }>[],
  by: Cause,
): Promise<Session> {
  for (const message of first) checkedMessage(message)
  const opened = await createSession(session, by)
  if (first.length === 0) return opened
  await sendEvents(opened.id, first, by)
  return getSession(opened.id)
}

async function take(c: SessionChange, event: ClientEvent, by: Cause): Promise<Sent[]> {
  switch (event.type) {
    case 'user.message':
      return enqueue(c, event)
    case 'user.interrupt':
      return interrupt(c)
    case 'user.tool_confirmation':
      return confirm(c, event, by)
    case 'user.compaction':
      return askForCompaction(c, event)
  }
}

/** What a person says, without blank parts. Refuses `invalid_input`. */
function checkedMessage({ content }: { content: TextBlock[] }): TextBlock[] {
  const blocks = content.filter(({ text }) => text.trim() !== '')
  if (blocks.length === 0) throw invalidInput('content', 'must not be empty')
  for (const { text } of blocks) checkContent(text)
  return blocks
}

function enqueue(c: SessionChange, message: { content: TextBlock[] }): Sent[] {
  if (c.session.queue.length >= MAX_QUEUED) {
    throw invalidInput('events', `at most ${MAX_QUEUED} messages can wait`)
  }
  const waiting = queued(checkedMessage(message))
  c.set({ queue: [...c.session.queue, waiting] })
  return [waiting]
}

async function interrupt(c: SessionChange): Promise<Sent[]> {
  const stored = c.append({ type: 'user.interrupt' })
  if (await stopIn(c)) {
    const stop_reason = { type: 'end_turn', detail: 'interrupted' } as const
    c.append({ type: 'session.status_idle', stop_reason, stop_details: null })
  }
  return stored
}

async function confirm(c: SessionChange, event: ConfirmationSent, by: Cause): Promise<Sent[]> {
  const view = await viewIn(c)
  const call = waitingCalls(view).find(({ id }) => id === event.tool_use_id)
  if (!call) {
    const words = `No call ${event.tool_use_id} of this session waits for a decision.`
    throw new Refusal('not_waiting', words, { held_id: event.tool_use_id })
  }
  const body = await decide(c, { call, view }, event, by)
  const stored = c.append(body)
  if (event.for_session && event.result === 'allow') {
    c.set({ settings: { ...c.session.settings, approval: 'always_allow' } })
  }
  return stored
}

/** Names what still waits, or has the session run where nothing does. */
async function goOn(c: SessionChange): Promise<void> {
  // A run that has not ended yet sees what was decided by itself.
  if (c.session.stopReason?.type !== 'requires_action') return
  const event_ids = waitingCalls(await viewIn(c)).map(({ id }) => id)
  const stop_reason = { type: 'requires_action' as const, event_ids }
  if (event_ids.length === 0) c.append({ type: 'session.status_running' })
  else c.append({ type: 'session.status_idle', stop_reason, stop_details: null })
}

/** A call's write that nobody decided about in time is denied, and its session goes on. */
export async function lapse(held: HeldOfCall): Promise<void> {
  const { sessionId, toolUseId: tool_use_id } = held
  await changeSession(sessionId, async (c) => {
    await decideHeld(c, held, { state: 'lapsed', by: SERVER })
    const by = { type: SERVER.type, id: SERVER.id }
    c.append({ type: 'user.tool_confirmation', tool_use_id, result: 'deny', by })
    await goOn(c)
  })
  wake(sessionId)
}

interface Waiting {
  call: ToolUse
  view: readonly SessionEvent[]
}

async function decide(
  c: SessionChange,
  waiting: Waiting,
  event: ConfirmationSent,
  { actor }: Cause,
): Promise<NewEvent<'user.tool_confirmation'>> {
  const { tool_use_id, result, deny_message: message = null, content } = event
  const [held] = await heldOfCalls([tool_use_id], c.tx)
  const base: EventBody<'user.tool_confirmation'> = {
    type: 'user.tool_confirmation',
    tool_use_id,
    result,
    by: { type: actor.type, id: actor.id },
    ...(event.for_session && { for_session: true }),
  }
  // It went with its store, which the agent is told whatever is decided.
  if (!held) return base
  if (result === 'deny') {
    await decideHeld(c, held, { state: 'denied', message, by: actor })
    return { ...base, deny_message: message }
  }
  const landing = await landingOf(held, await stepsAhead(c.tx, held, waiting), c.tx)
  checkAllowed(held, landing, { shown: event.content_sha256, content })
  const isEdited = content !== undefined
  await decideHeld(c, held, { state: 'allowed', isEdited, by: actor })
  return { ...base, content_sha256: landing.sha256, ...(isEdited && { content }) }
}

/** What waiting calls before one would do first, in the same store, unless they were denied. */
async function stepsAhead(
  tx: Pick<Reader, 'heldWrite'>,
  { storeId }: HeldWrite,
  { call, view }: Waiting,
): Promise<Step[]> {
  const before = openCalls(view).filter(
    (each) =>
      each.sequence < call.sequence &&
      each.evaluated_permission === 'ask' &&
      verdictOn(each, view)?.result !== 'deny',
  )
  const held = await heldOfCalls(
    before.map(({ id }) => id),
    tx,
  )
  return held.flatMap((each) => {
    if (each.storeId !== storeId) return []
    const edited = verdictOn({ id: each.toolUseId ?? '' }, view)?.content
    const [step] = each.steps
    if (edited === undefined || !step || step.op === 'delete') return each.steps
    return [{ ...step, content: edited }]
  })
}

/** A held write, and what it would do by now; in a session after what its calls before it would. */
export async function previewHeld(id: string): Promise<{ held: HeldWrite; landing: Landing }> {
  const held = await getHeld(id)
  const view = isOfCall(held) && held.state === 'waiting' ? await viewOf(held.sessionId) : []
  const call = waitingCalls(view).find((each) => each.id === held.toolUseId)
  const ahead = call ? await stepsAhead(db, held, { call, view }) : []
  return { held, landing: await landingOf(held, ahead) }
}

/**
 * A person's answer to a held write: what was shown, or their own text in its place, is written, or the
 * agent hears that it is not. That of a session's call goes into its log, and the session goes on. Refuses
 * `held_not_found`, `not_waiting`, `held_changed`, `held_not_possible`, `invalid_input`, and as writing does.
 */
export async function answerHeld(id: string, answer: Answer, by: Cause): Promise<void> {
  const held = await getHeld(id)
  if (held.state !== 'waiting') throw notWaiting(id)
  if (isOfCall(held)) {
    const about = { type: 'user.tool_confirmation', tool_use_id: held.toolUseId } as const
    await sendEvents(held.sessionId, [{ ...about, ...answer }], by)
  } else if (answer.result === 'allow') {
    await allowAlone(held, { shown: answer.content_sha256, content: answer.content }, by.actor)
  } else {
    const message = answer.deny_message ?? null
    await settleAlone(held, { state: 'denied', message, by: by.actor })
  }
}

async function askForCompaction(
  c: SessionChange,
  event: { instructions: string },
): Promise<Sent[]> {
  const view = await viewIn(c)
  if (openCompaction(view) ?? askedCompaction(view)) {
    throw new Refusal('session_busy', 'The conversation is being summarised already.')
  }
  if (!view.some(({ type }) => type === 'span.model_request_end')) {
    throw new Refusal('nothing_to_compact', 'There is nothing to summarise yet.')
  }
  checkContent(event.instructions, 'instructions')
  const stored = c.append({ type: 'user.compaction', instructions: event.instructions })
  const isAtRest = c.session.status === 'idle' && c.session.stopReason?.type !== 'requires_action'
  if (isAtRest) c.append({ type: 'session.status_running' })
  return stored
}
