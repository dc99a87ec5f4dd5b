import type { Database } from '@/lib/db/database'
import type { MemoryToolAnswer } from '@/lib/memory-tool/run-memory-command'
import { EDITED_RESULT } from '../edited-result'
import { agentsPart } from '@/lib/review/decisions/agents-part'
import { withoutTexts } from '@/lib/review/findings/mask-findings'
import type { Cause, TextMask } from '@/lib/store/model/actor'
import { ChangedSinceShownError, landAsShown, writeEdited } from '@/lib/store/memories/write-edited'
import { editedChange, proposeChanges } from '@/lib/store/proposals/propose-changes'
import { type StoreStanding, writingAt } from '@/lib/store/proposals/writing-at'
import { storesOfVersions, versionsOfToolUse } from '@/lib/store/changes/session-writes'
import type { Session } from '../session'
import type { AgentToolResult, EventOf } from '../session-event'
import { keepCall, takeCall } from './kept-out'
import { runMemoryTool } from './memory-tools'

type Call = EventOf<'agent.tool_use'>

/** Longer results are cut; in characters. Views are already limited by their store. */
const MAX_RESULT_CHARS = 200_000

const CHANGED =
  'The memory changed after the person allowed this, so nothing was saved. View it again, then make the change anew.'

const POSSIBLE_NOW =
  'The memory changed since this call was first tried and failed, so nobody was asked about it and nothing was saved. View it again, then make the change anew.'

const NOT_SAVED =
  'Error: This was not saved: the policy of the store refused it, and the server was stopped since.'

const DONE_BEFORE =
  'The call was carried out, but its answer was lost when the server was stopped. View the place to see what it holds now.'

/**
 * Runs a call and returns its result for the caller to store. Never throws for the model's
 * mistakes. `allowed`: how a person allowed it, or that it lapsed into quarantine; if it would no
 * longer start from the versions that they saw, nothing is done and the model is told, and a text
 * that they wrote takes the place of the model's. One that failed before anybody could be asked
 * writes nothing. `at`: the state of its store that gates were asked about; throws `StoreMovedOnError`,
 * with nothing done, if that is not its state any more.
 */
export async function callTool(
  db: Database,
  session: Session,
  call: Call,
  { allowed = null, at = null }: { allowed?: Allowed | null; at?: StoreStanding | null } = {},
): Promise<AgentToolResult> {
  const begunAt = performance.now()
  const recognised = { sessionId: session.id, toolUseId: call.id }
  const actor = { type: 'session' as const, id: session.id }
  const masks: TextMask[] = []
  const cause: Cause = {
    actor,
    ...recognised,
    hears: (found) => masks.push(...found),
    // It waited, and runs: a person allowed it.
    isAllowed: call.needsApproval ? true : undefined,
    isAllowedUnscanned: call.hold?.isUnscanned ? true : undefined,
    isLapsed: allowed?.isLapsed ? true : undefined,
  }
  const written = takeCall(call)
  if (call.isRefused && written === null) return refusedCall(call, NOT_SAVED)
  const run = (on: Database) =>
    runMemoryTool(on, session.stores, { ...call, input: written ?? call.input }, cause)
  const { content = null, by = null } = allowed ?? {}
  const base = call.isFutile ? [] : (allowed?.base ?? null)
  const edit = async (on: Database) => {
    const { value, changes } = await proposeChanges(db, recognised, run)
    const change = editedChange(changes)
    if (change === null || content === null) return value
    const left = await agentsPart(change, content)
    const versionIds = await writeEdited(on, {
      change,
      edited: { content, cause: { ...recognised, actor: by ?? actor } },
      left: left === null ? null : { content: left, cause: { ...recognised, actor } },
    })
    return { content: EDITED_RESULT, isError: false, versionIds }
  }
  const work = content === null ? run : edit
  const on = at ? writingAt(db, at, { movedOn: () => new StoreMovedOnError() }) : db
  let answer: MemoryToolAnswer
  try {
    answer = await (base === null ? work(on) : landAsShown(on, recognised, base, work))
  } catch (error) {
    // It waits again, and may still run.
    const isToKeep = error instanceof StoreMovedOnError && written !== null
    if (isToKeep) keepCall(call.id, { input: written, stored: call.input })
    if (!(error instanceof ChangedSinceShownError)) throw error
    return refusedCall(call, call.isFutile ? POSSIBLE_NOW : CHANGED)
  }
  return {
    type: 'agent.tool_result',
    toolUseId: call.id,
    // What it says of a path may hold what the call's input is kept free of.
    content: bounded(withoutTexts(answer.content, masks)),
    isError: answer.isError,
    written: await storesOfVersions(db, answer.versionIds),
    durationMs: Math.round((performance.now() - begunAt) * 10) / 10,
  }
}

/** Others changed a store since the gates before a call were asked; nothing was written. */
export class StoreMovedOnError extends Error {
  override readonly name = 'StoreMovedOnError'

  constructor() {
    super('the store changed since the gates were asked')
  }
}

type Allowed = Pick<EventOf<'user.tool_confirmation'>, 'base' | 'content' | 'by' | 'isLapsed'>

/**
 * The result of a call that an ended process had already run, from the versions that name it; null:
 * it had not. A call that wrote nothing may run again.
 */
export async function resultOfFormerCall(
  db: Database,
  session: Session,
  call: Call,
): Promise<AgentToolResult | null> {
  const written = await versionsOfToolUse(db, {
    storeIds: session.stores.map(({ storeId }) => storeId),
    sessionId: session.id,
    toolUseId: call.id,
  })
  if (written.length === 0) return null
  return {
    type: 'agent.tool_result',
    toolUseId: call.id,
    content: DONE_BEFORE,
    isError: false,
    written,
    durationMs: null,
  }
}

/** The result of a call that was not run, with the reason. */
export function refusedCall(call: Call, why: string): AgentToolResult {
  return {
    type: 'agent.tool_result',
    toolUseId: call.id,
    content: why,
    isError: true,
    written: [],
    durationMs: null,
  }
}

function bounded(content: string): string {
  if (content.length <= MAX_RESULT_CHARS) return content
  const kept = content.slice(0, MAX_RESULT_CHARS).replace(/[\ud800-\udbff]$/, '')
  return `${kept}\n[Cut: ${content.length - kept.length} more characters are left out.]`
}
