import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { proposeChanges, type ProposedChange } from '@/lib/store/proposals/propose-changes'
import { StoreError } from '@/lib/store/model/problems'
import { type ShownChanges, shownChanges } from '@/lib/store/model/shown-changes'
import { type VersionChange, versionChange } from '@/lib/store/versions/version-texts'
import { callTarget, runMemoryTool } from './core/memory-tools'
import { eventOf, findSession } from './core/rows'
import { getSession } from './get-session'
import { refuseSession } from './problems'
import type { EventOf } from './session-event'
import { eventById, eventsOfSession } from './sql/session-events'

/** The outcome that a waiting call would have if it ran now. */
export interface ProposedCall {
  changes: ProposedChange[]
  /** the tool's answer */
  answer: string
  isError: boolean
}

/**
 * Runs a call and rolls it back, to see what it would change now. Refuses `session_not_found`,
 * `invalid_session_input` if the event is not a call.
 */
export async function proposeCall(
  db: Database,
  input: { sessionId: string; eventId: string },
): Promise<ProposedCall> {
  const { sessionId } = input
  const session = await getSession(db, sessionId)
  const call = await callOf(db, input)
  const recognised = { sessionId, toolUseId: call.id }
  const actor = { type: 'session' as const, id: sessionId }
  const cause: Cause = {
    actor,
    ...recognised,
    isAllowed: true,
    isAllowedUnscanned: call.hold?.isUnscanned ? true : undefined,
  }
  const { value, changes } = await proposeChanges(db, recognised, (trial) =>
    runMemoryTool(trial, session.stores, call, cause),
  )
  return { changes, answer: value.content, isError: value.isError }
}

/** A call of a session. Refuses `session_not_found`, `invalid_session_input` if the event is none. */
export async function callOf(
  db: Database,
  input: { sessionId: string; eventId: string },
): Promise<EventOf<'agent.tool_use'>> {
  const { key } = await findSession(db.read, input.sessionId)
  const row = await eventById(db.read, key, input.eventId)
  const event = row && eventOf(row)
  if (event?.type === 'agent.tool_use') return event
  return refuseSession({
    kind: 'invalid_session_input',
    field: 'event',
    rule: 'not_a_call_of_this_session',
  })
}

/** One change of a call; a proposed change has no version yet. */
export type CallChange = Omit<VersionChange, 'versionId' | 'ordinal'> & {
  versionId: string | null
  ordinal: number | null
}

/** The changes that a call made, or would make if it waits or was denied. */
export interface CallChanges {
  state: 'done' | 'proposed' | 'denied'
  changes: CallChange[]
  /** proposals only: what was shown, which an approval names */
  shown: ShownChanges | null
  /** proposals only: the tool's answer */
  answer: string | null
  isError: boolean
  /** proposals only: what holds it; null: its session asks, or it waits no more */
  hold: HeldCall | null
}

/** A call that its store's policy holds. */
export interface HeldCall {
  storeId: string
  /** the rule, `default` for the policy's default, and the policy's revision */
  rule: { id: string; revision: number }
  /** whether it holds it since the call could not be scanned in full */
  isUnscanned: boolean
}

/** The changes of a call, made or proposed. Refuses `session_not_found`, `invalid_session_input`. */
export async function changesOfCall(
  db: Database,
  input: { sessionId: string; eventId: string },
): Promise<CallChanges> {
  const call = await callOf(db, input)
  const isDenied = (await answerTo(db, input.sessionId, call, CONFIRMATION))?.result === 'deny'
  const result = isDenied ? null : await answerTo(db, input.sessionId, call, RESULT)
  if (!result) {
    const { changes, answer, isError } = await proposeCall(db, input)
    const proposed = changes.map((change) => ({
      ...change,
      versionId: null,
      ordinal: null,
      isRedacted: false,
      isDamaged: false,
    }))
    const state = isDenied ? 'denied' : 'proposed'
    const hold = isDenied ? null : await heldCall(db, input.sessionId, call)
    return { state, changes: proposed, shown: shownChanges(changes), answer, isError, hold }
  }
  const changes: CallChange[] = []
  for (const version of result.written) {
    const change = await versionChange(db, version).catch((error: unknown) => {
      // The store has since been deleted.
      if (error instanceof StoreError) return null
      throw error
    })
    if (change) changes.push(change)
  }
  const { isError } = result
  return { state: 'done', changes, shown: null, answer: null, isError, hold: null }
}

/**
 * Returns a tool's answer as the agent was told it; null: there is none yet. Refuses
 * `session_not_found`, `invalid_session_input`.
 */
export async function answerOfCall(
  db: Database,
  input: { sessionId: string; eventId: string },
): Promise<string | null> {
  const result = await answerTo(db, input.sessionId, await callOf(db, input), RESULT)
  return result?.content ?? null
}

async function heldCall(
  db: Database,
  sessionId: string,
  call: EventOf<'agent.tool_use'>,
): Promise<HeldCall | null> {
  if (!call.hold) return null
  const { stores } = await getSession(db, sessionId)
  const target = callTarget(call, stores)
  if (target === null) return null
  const { rule: id, revision, isUnscanned = false } = call.hold
  return { storeId: target.storeId, rule: { id, revision }, isUnscanned }
}

const CONFIRMATION = 'user.tool_confirmation'
const RESULT = 'agent.tool_result'

/** The response to a call: a person's confirmation, or the tool's result. */
async function answerTo<Type extends typeof CONFIRMATION | typeof RESULT>(
  db: Database,
  sessionId: string,
  call: EventOf<'agent.tool_use'>,
  type: Type,
): Promise<EventOf<Type> | null> {
  const { key: sessionKey } = await findSession(db.read, sessionId)
  const rows = await eventsOfSession(db.read, {
    sessionKey,
    after: call.sequence ?? 0,
    types: [type],
    limit: MAX_CALLS_PER_ANSWER,
  })
  // A call that had to wait again was answered twice: the last holds.
  const events = rows.map(eventOf)
  const found = events.findLast((event) => 'toolUseId' in event && event.toolUseId === call.id)
  return found?.type === type ? (found as EventOf<Type>) : null
}

/** The log keeps the results of one answer's calls together, and their confirmations too. */
const MAX_CALLS_PER_ANSWER = 1_000
