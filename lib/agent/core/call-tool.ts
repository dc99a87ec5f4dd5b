import type { Database } from '@/lib/db/database'
import type { MemoryToolAnswer } from '@/lib/memory-tool/run-memory-command'
import { ChangedSinceShownError, landAsShown } from '@/lib/store/land-as-shown'
import { storesOfVersions, versionsOfToolUse } from '@/lib/store/versions-of-tool-use'
import type { Session } from '../session'
import type { AgentToolResult, EventOf } from '../session-event'
import { runMemoryTool } from './memory-tools'

type Call = EventOf<'agent.tool_use'>

/** Longer results are cut; in characters. Views are already limited by their store. */
const MAX_RESULT_CHARS = 200_000

const CHANGED =
  'The memory changed after the person allowed this, so nothing was saved. View it again, then make the change anew.'

const DONE_BEFORE =
  'The call was carried out, but its answer was lost when the server was stopped. View the place to see what it holds now.'

/**
 * Runs a call and returns its result for the caller to store. Never throws for the model's
 * mistakes. `base`: the versions that the person saw the change start from; if it would now start
 * from others, nothing is done and the model is told.
 */
export async function callTool(
  db: Database,
  session: Session,
  call: Call,
  base: readonly string[] | null = null,
): Promise<AgentToolResult> {
  const begunAt = performance.now()
  const cause = {
    actor: { type: 'session' as const, id: session.id },
    sessionId: session.id,
    toolUseId: call.id,
  }
  const run = (on: Database) => runMemoryTool(on, session.stores, call, cause)
  let answer: MemoryToolAnswer
  try {
    answer = await (base === null ? run(db) : landAsShown(db, cause, base, run))
  } catch (error) {
    if (!(error instanceof ChangedSinceShownError)) throw error
    return refusedCall(call, CHANGED)
  }
  return {
    type: 'agent.tool_result',
    toolUseId: call.id,
    content: bounded(answer.content),
    isError: answer.isError,
    written: await storesOfVersions(db, answer.versionIds),
    durationMs: Math.round((performance.now() - begunAt) * 10) / 10,
  }
}

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
