import { db } from '@/lib/db'
import { carryOut } from '@/lib/held/carry-out'
import { heldOfCalls, type HeldWrite } from '@/lib/held/held-writes'
import type { Landing } from '@/lib/held/landing'
import { HELD_WORDS } from '@/lib/held/told'
import { planWrite, runCall } from '@/lib/memory-tool/calls'
import { storedFiles } from '@/lib/memory-tool/files'
import type { Mount } from '@/lib/memory-tool/paths'
import {
  failed,
  refusedAnswer,
  succeeded,
  type ToolAnswer,
  toolWords,
} from '@/lib/memory-tool/words'
import { countToolCall } from '@/lib/metrics/metrics'
import { jsonOf } from '@/lib/text/content'
import { wholeStart } from '@/lib/text/long-text'
import type { Cause } from '@/lib/store/model/actor'
import { asStore } from '@/lib/store/model/model'
import { type NewEvent, type SeenState, textBlocks } from './event'
import type { Answer } from './ask-model'
import { leaseOf } from './log'
import { type Confirmation, CONTEXT_FULL, type ToolUse } from './next-step'
import type { Session } from './sessions'

/** Calls of a session's agent: planned where they must wait, carried out, and answered. */

/** Longer answers are cut; characters. */
const MAX_ANSWER = 200_000

export const INTERRUPTED =
  'The person stopped the agent before this call was carried out; nothing was done.'
const ANSWER_LOST =
  'The call was carried out, but its answer was lost when the server was stopped. View the place to see what it holds now.'
const POSSIBLE_BY_NOW =
  'The memory changed since this call was first tried and failed, so nobody was asked about it and nothing was saved. View it again, then make the change anew.'

type Result = NewEvent<'agent.tool_result'>

/** In whose name a call writes. */
export const causeOfCall = (
  { id }: Pick<Session, 'id'>,
  { id: toolUseId }: { id: string },
): Cause => ({
  actor: { type: 'session', id },
  isAgent: true,
  sessionId: id,
  toolUseId,
  lease: leaseOf(id),
})

/**
 * A session's stores as its tools address them now: archived ones are only read, and what is asked of
 * one that is gone is refused.
 */
export async function mountsOfSession({ stores }: Pick<Session, 'stores'>): Promise<Mount[]> {
  const rows = await db.store.findMany({
    where: { id: { in: stores.map(({ storeId }) => storeId) }, deletedAt: null },
  })
  return stores.map(({ storeId, name: title, mountName: name, isReadOnly }) => {
    const row = rows.find(({ id }) => id === storeId)
    if (!row) return { storeId: GONE, title, name, isReadOnly, isGone: true, most: MAX_ANSWER }
    const { archivedAt, limits } = asStore(row)
    const most = limits.viewCharacters
    return { storeId, title, name, isReadOnly: isReadOnly || archivedAt !== null, most }
  })
}

/** No store's id. */
const GONE = 'memstore_gone'

/** Carries a call out and answers it. Throws nothing for a mistake of the model. */
export async function resultOf(
  session: Session,
  call: ToolUse,
  verdict: Confirmation | null,
): Promise<Result> {
  const begunAt = performance.now()
  const mounts = await mountsOfSession(session)
  const seen = await statesOf(mounts)
  const answer = await answerTo(session, call, verdict, mounts)
  countToolCall(call.name, answer.isError)
  const memory_versions = await storesOf(answer.versionIds)
  return {
    type: 'agent.tool_result',
    tool_use_id: call.id,
    content: textBlocks(bounded(answer.content)),
    is_error: answer.isError,
    memory_versions,
    seen,
    duration_ms: Math.round((performance.now() - begunAt) * 10) / 10,
  }
}

async function answerTo(
  session: Session,
  call: ToolUse,
  verdict: Confirmation | null,
  mounts: readonly Mount[],
): Promise<ToolAnswer> {
  const cause = causeOfCall(session, call)
  if (call.evaluated_permission === 'ask') return answerToHeld(call, verdict, cause)
  if (!call.writes_nothing) return runCall(mounts, call, cause)
  const { answer, steps } = await planWrite(storedFiles(), mounts, call, cause)
  return steps.length === 0 ? answer : failed(POSSIBLE_BY_NOW)
}

async function answerToHeld(
  call: ToolUse,
  verdict: Confirmation | null,
  cause: Cause,
): Promise<ToolAnswer> {
  const [held] = await heldOfCalls([call.id])
  if (!held || held.state === 'withdrawn') return failed(HELD_WORDS.withdrawn)
  if (held.state === 'lapsed') return failed(HELD_WORDS.lapsed)
  if (verdict?.result !== 'allow') return failed(HELD_WORDS.denied(held.message))
  const { content_sha256: sha256 = '', content, by } = verdict
  const edited = content === undefined ? null : { content, by: by as HeldWrite['writer'] }
  try {
    const isAsSeen = (_: unknown, landing: Landing) => landing.sha256 === sha256
    const versionIds = await carryOut({ held, edited }, cause, isAsSeen)
    if (versionIds === null) return failed(HELD_WORDS.changed)
    const words = edited ? HELD_WORDS.edited : (call.planned_answer ?? 'Done.')
    return { ...succeeded(words), versionIds }
  } catch (error) {
    const shown = String(call.input.path ?? call.input.old_path)
    return refusedAnswer(error, (refusal) => toolWords(refusal, shown, (path) => path))
  }
}

/** The numbers of the stores that a call is answered from. */
async function statesOf(mounts: readonly Mount[]): Promise<SeenState[]> {
  const rows = await db.store.findMany({
    where: { id: { in: mounts.map(({ storeId }) => storeId) } },
    select: { id: true, lastSequence: true },
  })
  return rows.map(({ id, lastSequence }) => ({ memory_store_id: id, sequence: lastSequence }))
}

const BY_STORE = { select: { id: true, storeId: true }, orderBy: { sequence: 'asc' } } as const

const namedOf = ({ id, storeId }: { id: string; storeId: string }) => ({
  memory_store_id: storeId,
  memory_version_id: id,
})

async function storesOf(versionIds: readonly string[]): Promise<Result['memory_versions']> {
  if (versionIds.length === 0) return []
  const where = { id: { in: [...versionIds] } }
  return (await db.version.findMany({ where, ...BY_STORE })).map(namedOf)
}

/** An answer as far as it is kept. */
export function bounded(content: string): string {
  if (content.length <= MAX_ANSWER) return content
  const kept = wholeStart(content, MAX_ANSWER)
  return `${kept}\n[Cut: ${content.length - kept.length} more characters are left out.]`
}

/**
 * The result of a call that a run which ended had carried out, by the versions that name it; null: it wrote
 * nothing, so that it may be carried out (again).
 */
export async function resultOfFormer(session: Session, call: ToolUse): Promise<Result | null> {
  const rows = await db.version.findMany({
    where: {
      storeId: { in: session.stores.map(({ storeId }) => storeId) },
      sessionId: session.id,
      toolUseId: call.id,
    },
    ...BY_STORE,
  })
  if (rows.length === 0) return null
  return { ...notRun(call, ANSWER_LOST), is_error: false, memory_versions: rows.map(namedOf) }
}

/** The result of a call that is not carried out. */
export const notRun = ({ id }: { id: string }, why: string): Result => ({
  type: 'agent.tool_result',
  tool_use_id: id,
  content: textBlocks(why),
  is_error: true,
  memory_versions: [],
  seen: [],
  duration_ms: null,
})

/** What an agent hears of a call whose input is no JSON object. */
export function malformedWords(answer: Pick<Answer, 'stop_reason'>, input: string): string {
  if (answer.stop_reason === 'max_tokens' || answer.stop_reason === CONTEXT_FULL) return CUT_OFF
  const rule = jsonOf(input) === undefined ? 'is not JSON' : 'must be an object'
  return `Error: Invalid input: the input ${rule}`
}

const CUT_OFF =
  'Error: The answer was cut off in the middle of this call, so it was not carried out. Make it again, in smaller parts.'
