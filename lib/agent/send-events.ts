import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { totalOf } from '@/lib/context/context-size'
import { editedChange } from '@/lib/store/proposals/propose-changes'
import { isSameBase, shownChanges } from '@/lib/store/model/shown-changes'
import type { Actor } from '@/lib/store/model/actor'
import type { InputField, InputRule } from '@/lib/store/model/invalid-input'
import { nameActor } from '@/lib/store/stores/name-actor'
import { contentProblem } from '@/lib/text/content'
import { newId } from '@/lib/text/prefixed-id'
import { titleOf } from '@/lib/text/title-of'
import { proposeCall } from './call-changes'
import { appendEvents, saveSession } from './core/append-events'
import { refusedCall } from './core/call-tool'
import { failedCompaction } from './core/compaction-events'
import { nextStep, openCalls, openCompaction, verdictOn } from './core/next-step'
import { eventOf, findSession, openSession } from './core/rows'
import { contextOf, stopReasonOf } from './core/stored-json'
import { startRun } from './run-sessions'
import { refuseSession } from './problems'
import type { GatedCall, SessionEvent } from './session-event'
import { checkedSettings, storedSettings } from './session-settings'
import { insertQueued } from './sql/queued-messages'
import { eventsSinceMessage } from './sql/session-events'
import type { SessionRow } from './sql/sessions'

/** An event that a person or a program sends to a session. */
export type SentEvent =
  | { type: 'user.message'; texts: readonly string[] }
  | { type: 'user.interrupt' }
  | {
      type: 'user.tool_confirmation'
      toolUseId: string
      result: 'allow' | 'deny'
      denyMessage?: string | null | undefined
      /** whether the session's further writes need no approval */
      isForSession?: boolean | undefined
      /** the change that was shown: a different write is refused, now and when it runs */
      shown?: { contentSha256: string; base?: readonly string[] | undefined } | undefined
      /** of one that is allowed: what is written in place of the agent's text */
      content?: string | undefined
      /** who decides; left out: not known */
      by?: Actor | undefined
      /** of a denial: nobody decided in time */
      isLapsed?: boolean | undefined
      /** see the event; left out: no gate stood before it */
      gatedAt?: readonly GatedCall[] | undefined
    }
  /** asks for a compaction; `instructions`: for this one only */
  | { type: 'user.compaction'; instructions?: string | undefined }
  | {
      type: 'user.compaction_confirmation'
      /** the `context.compaction_start` whose summary waits */
      startId: string
      result: 'allow' | 'deny'
      /** replaces the generated summary */
      summary?: string | null | undefined
    }

const MAX_INSTRUCTIONS = 20_000
const MAX_MESSAGE_CHARS = 1_000_000

/**
 * Sends events to a session, all or none, and starts its run. A message waits until the agent has
 * answered the previous one; an interrupt stops the run; a confirmation answers a waiting call. The
 * first message of a session without a title gives it one.
 *
 * Refuses `session_not_found`, `session_archived`, `invalid_session_input`, `call_not_waiting`,
 * `write_changed`, `call_not_editable`.
 */
export async function sendEvents(
  db: Database,
  sessionId: string,
  events: readonly SentEvent[],
): Promise<SessionEvent[]> {
  for (const event of events) check(event)
  const bases = new Map<SentEvent, readonly string[]>()
  for (const event of events) {
    if (event.type === 'user.tool_confirmation' && event.shown && event.result === 'allow') {
      bases.set(event, await requireAsShown(db, sessionId, event, event.shown))
    }
  }
  const { taken, title } = await db.write(async (tx) => {
    const row = await openSession(tx, sessionId)
    const wasUntitled = row.title === null
    const stored: SessionEvent[] = []
    for (const event of events)
      stored.push(...(await take(tx, row, event, bases.get(event) ?? null)))
    return { taken: stored, title: wasUntitled ? row.title : null }
  })
  if (title !== null) await nameActor(db, { type: 'session', id: sessionId }, title)
  await startRun(db, sessionId)
  return taken
}

/** Compares what was shown with what the call would write now; returns its base versions. */
async function requireAsShown(
  db: Database,
  sessionId: string,
  { toolUseId, content }: Extract<SentEvent, { type: 'user.tool_confirmation' }>,
  shown: { contentSha256: string; base?: readonly string[] | undefined },
): Promise<readonly string[]> {
  const open = openCalls(await recentEvents(db.read, await findSession(db.read, sessionId)))
  if (!open.some(({ id }) => id === toolUseId)) {
    refuseSession({ kind: 'call_not_waiting', toolUseId })
  }
  const { changes } = await proposeCall(db, { sessionId, eventId: toolUseId })
  const now = shownChanges(changes)
  const isSame =
    now.contentSha256 === shown.contentSha256 && isSameBase(shown.base ?? now.base, now.base)
  if (!isSame) refuseSession({ kind: 'write_changed', toolUseId })
  if (content !== undefined && editedChange(changes) === null) {
    refuseSession({ kind: 'call_not_editable', toolUseId })
  }
  return now.base
}

/**
 * Continues a session without a message: after an error, a restart, or a cut-off answer. Refuses
 * `nothing_to_continue`.
 */
export async function continueSession(db: Database, sessionId: string): Promise<void> {
  await db.write(async (tx) => {
    const row = await openSession(tx, sessionId)
    if (row.runner !== null || !canGoOn(row)) {
      refuseSession({ kind: 'nothing_to_continue', sessionId })
    }
  })
  await startRun(db, sessionId, true)
}

function canGoOn(row: SessionRow): boolean {
  const reason = stopReasonOf(row.stopReason)
  if (reason === null) return false
  if (reason.type === 'end_turn')
    return reason.detail === 'max_tokens' || reason.detail === 'interrupted'
  return reason.type !== 'requires_action'
}

function check(event: SentEvent): void {
  if (event.type === 'user.interrupt') return
  if (event.type === 'user.compaction') return checkInstructions(event.instructions ?? '')
  const texts = textsOf(event)
  if (event.type === 'user.message' && texts.every((text) => text.trim() === '')) {
    refuseInput('content', { rule: 'empty' })
  }
  if (texts.join('').length > MAX_MESSAGE_CHARS) {
    refuseInput('content', { rule: 'too_long', maximum: MAX_MESSAGE_CHARS })
  }
  if (texts.some((text) => contentProblem(text) !== null)) {
    refuseInput('content', { rule: 'not_unicode_text' })
  }
}

function textsOf(event: Exclude<SentEvent, { type: 'user.interrupt' | 'user.compaction' }>) {
  switch (event.type) {
    case 'user.message':
      return event.texts
    case 'user.tool_confirmation':
      return [event.denyMessage ?? '', event.content ?? '']
    case 'user.compaction_confirmation':
      if (event.summary?.trim() === '') refuseInput('summary', { rule: 'empty' })
      return [event.summary ?? '']
  }
}

function checkInstructions(instructions: string): void {
  if (instructions.length > MAX_INSTRUCTIONS) {
    refuseInput('instructions', { rule: 'too_long', maximum: MAX_INSTRUCTIONS })
  }
  if (contentProblem(instructions) !== null) {
    refuseInput('instructions', { rule: 'not_unicode_text' })
  }
}

function refuseInput(field: InputField, broken: InputRule): never {
  return refuseSession({ kind: 'invalid_session_input', field, ...broken })
}

async function take(
  tx: WriteSql,
  row: SessionRow,
  event: SentEvent,
  base: readonly string[] | null,
): Promise<SessionEvent[]> {
  switch (event.type) {
    case 'user.message':
      return [await enqueue(tx, row, event.texts)]
    case 'user.interrupt':
      return appendEvents(tx, row, [
        { type: 'user.interrupt' },
        ...(await interruptedWait(tx, row)),
      ])
    case 'user.tool_confirmation': {
      const events = await recentEvents(tx, row)
      const call = openCalls(events).find(({ id }) => id === event.toolUseId)
      // A second answer would replace the first, which gates and the proposal know.
      if (!call || verdictOn(call, events) !== 'waiting') {
        return refuseSession({ kind: 'call_not_waiting', toolUseId: event.toolUseId })
      }
      const isForSession = event.result === 'allow' && event.isForSession === true
      if (isForSession) allowWrites(row)
      const { toolUseId, result } = event
      const denyMessage = event.denyMessage?.trim() || null
      const { content = null, by = null, isLapsed = false, gatedAt } = event
      const confirmation = { toolUseId, result, denyMessage, isForSession, base, content, by }
      const gated = gatedAt && { gatedAt }
      return appendEvents(tx, row, [
        { type: 'user.tool_confirmation', ...confirmation, isLapsed, ...gated },
      ])
    }
    case 'user.compaction':
      requireCompactable(row)
      return appendEvents(tx, row, [
        { type: 'user.compaction', instructions: event.instructions?.trim() ?? '' },
      ])
    case 'user.compaction_confirmation': {
      const { startId, result } = event
      const step = nextStep(await recentEvents(tx, row))
      const isWaiting =
        step.kind === 'wait' &&
        step.events.some(
          (waiting) => waiting.type === 'context.summary_written' && waiting.startId === startId,
        )
      if (!isWaiting) return refuseSession({ kind: 'summary_not_waiting', startId })
      const summary = event.summary ?? null
      return appendEvents(tx, row, [
        { type: 'user.compaction_confirmation', startId, result, summary },
      ])
    }
  }
}

/** Refuses a second compaction at a time, and one of an empty context. */
function requireCompactable(row: SessionRow): void {
  const context = contextOf(row)
  const sessionId = row.id
  if (context.open !== null || context.asked !== null) {
    refuseSession({ kind: 'compaction_under_way', sessionId })
  }
  if (totalOf(context) === 0 || context.requests === 0) {
    refuseSession({ kind: 'nothing_to_compact', sessionId })
  }
}

async function enqueue(
  tx: WriteSql,
  row: SessionRow,
  texts: readonly string[],
): Promise<SessionEvent> {
  const id = newId('sevt')
  const createdAt = Date.now()
  const body = { type: 'user.message' as const, texts: texts.filter((text) => text !== '') }
  row.title ??= titleOf(body.texts.join('\n')) || null
  await insertQueued(tx, { sessionKey: row.key, id, createdAt, body: JSON.stringify(body) })
  await saveSession(tx, row)
  return { ...body, id, sequence: null, createdAt }
}

const INTERRUPTED = 'The person stopped the agent instead of allowing this call; nothing was done.'

/** An interrupt while calls wait for a person: no run is there to answer them. */
async function interruptedWait(tx: WriteSql, row: SessionRow) {
  if (row.runner !== null || stopReasonOf(row.stopReason)?.type !== 'requires_action') return []
  const events = await recentEvents(tx, row)
  const compaction = openCompaction(events)
  return [
    ...openCalls(events).map((call) => refusedCall(call, INTERRUPTED)),
    ...(compaction ? [failedCompaction(compaction, { reason: 'interrupted' })] : []),
    {
      type: 'session.status_idle' as const,
      stopReason: { type: 'end_turn' as const, detail: 'interrupted' as const },
    },
  ]
}

/**
 * The end of the log, enough to hold every open call and compaction: those after a person's last
 * message.
 */
async function recentEvents(tx: Sql, row: SessionRow): Promise<SessionEvent[]> {
  const rows = await eventsSinceMessage(tx, row)
  return rows.map(eventOf)
}

function allowWrites(row: SessionRow): void {
  const settings = storedSettings(row.settings)
  row.settings = JSON.stringify(checkedSettings({ ...settings, approval: 'always_allow' }))
}
