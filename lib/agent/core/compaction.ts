import type { Database } from '@/lib/db/database'
import { keptWithin } from '@/lib/context/kept-within'
import { restoreMemories, MAX_RESTORED, type RestorableMemory } from '@/lib/context/restore'
import { sumOf } from '@/lib/context/context-block'
import { totalOf } from '@/lib/context/context-size'
import { levelOf } from '@/lib/context/context-thresholds'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import { sessionMemories } from '@/lib/store/changes/session-writes'
import { StoreError } from '@/lib/store/model/problems'
import { getSession } from '../get-session'
import type { Session } from '../session'
import {
  type CompactionCause,
  type ContextCompacted,
  type EventOf,
  type SessionEvent,
} from '../session-event'
import { shownRoot } from '../system-prompt'
import type { NewEvent } from './append-events'
import { failedCompaction } from './compaction-events'
import { countTokens } from './count-tokens'
import {
  isCompactionEnd,
  openRequest,
  pendingRequest,
  wantsAnswer,
  type Written,
} from './next-step'
import type { RunState } from './run-state'
import { summarise } from './summarise'

/** Answers required between a failed or completed compaction and the next automatic one. */
const REQUESTS_BETWEEN = 3

/**
 * Share of the window that a request in progress may take when kept verbatim: a longer one filled
 * the window by itself, and no summary would make room.
 */
const KEPT_SHARE = 0.5

/** Candidates beyond the restorable ones that are listed as left out. */
const NAMED = MAX_RESTORED * 2

/**
 * Returns whether an automatic compaction is due. A failed one is not retried at once, and a
 * completed one is given time, however little it freed. If only an estimate reaches the threshold,
 * the server is asked to count.
 */
export async function compactionDue(run: RunState): Promise<boolean> {
  const { thresholds, window } = run.context
  const { by } = run.session.settings.context.compaction
  if (by !== 'palimpsest' || thresholds.compaction === null) return false
  const { context } = run.session
  const reaches = (tokens: number) => levelOf(tokens, window, thresholds) === 'compaction'
  const guess = context.measured > 0 ? totalOf(context) : sumOf(run.context.request().parts)
  if (!reaches(guess)) return false
  if (answersSinceCompaction(run.log.events) < REQUESTS_BETWEEN) return false
  if (reaches(context.measured)) return true
  await run.log.verify()
  return reaches((await countTokens(run.context.request(), run.signal)) ?? guess)
}

/**
 * Returns whether a conversation that does not fit may be compacted automatically, so that the run
 * can continue.
 */
export function mayCompactFull(run: RunState): boolean {
  if (run.context.thresholds.compaction === null) return false
  return answersSinceCompaction(run.log.events) > 0
}

/** Model requests answered since the last compaction ended; before the first, one is enough. */
function answersSinceCompaction(events: readonly SessionEvent[]): number {
  const ended = events.findLastIndex(isCompactionEnd)
  const answers = events
    .slice(ended + 1)
    .filter((event) => event.type === 'span.model_request_end' && !event.isError).length
  return ended === -1 && answers > 0 ? Math.max(answers, REQUESTS_BETWEEN) : answers
}

export interface BeginInput {
  cause: CompactionCause
  asked: EventOf<'user.compaction'> | null
  /** whether the agent is asked again afterwards */
  goesOn: boolean
}

/** The event that starts a compaction. */
export function compactionStart(run: RunState, input: BeginInput): NewEvent {
  const { settings, stores, context } = run.session
  const { compaction } = settings.context
  const { cause, goesOn } = input
  // A person's pending request is met by this compaction.
  const asked = input.asked ?? pendingRequest(run.log.events)
  const instructions = [compaction.instructions, asked?.instructions ?? '']
  const open = openRequest(run.log.events)
  const canSave = stores.some(({ access }) => access === 'read_write')
  return {
    type: 'context.compaction_start',
    cause,
    requestId: asked?.id ?? null,
    instructions: [...new Set(instructions)].filter((text) => text.trim() !== ''),
    model: compaction.model ?? settings.model,
    maxTokens: compaction.maxTokens,
    timeoutSeconds: compaction.timeoutSeconds,
    // A context that is already full has no room for another turn.
    savesFirst: compaction.savesFirst && canSave && cause !== 'full',
    isReviewed: compaction.isReviewed,
    tokensBefore: totalOf(context),
    window: run.context.window,
    goesOn,
    isUnanswered: wantsAnswer(run.log.events),
    kept: open.isUnderWay ? keptWithin(open.texts, run.context.window * KEPT_SHARE) : open.texts,
    isUnderWay: open.isUnderWay,
  }
}

/** Requests a summary; returns it, or the failure. */
export async function writeSummary(
  run: RunState,
  start: EventOf<'context.compaction_start'>,
): Promise<NewEvent> {
  const outcome = await summarise(run, start)
  if (outcome.kind === 'failed') {
    const { reason, message, usage, durationMs } = outcome
    return failedCompaction(start, { reason, message, usage, durationMs })
  }
  const { summary, model, usage, durationMs } = outcome
  return {
    type: 'context.summary_written',
    startId: start.id,
    summary,
    model,
    usage,
    durationMs,
  }
}

/** Replaces the conversation with the summary and the restored memories. */
export async function applySummary(
  run: RunState,
  { start, summary: written }: Written,
  changed: string | null,
): Promise<NewEvent> {
  run.session = await getSession(run.db, run.session.id)
  const compacted: ContextCompacted = {
    type: 'agent.thread_context_compacted',
    by: 'palimpsest',
    startId: start.id,
    cause: start.cause,
    summary: changed ?? written.summary,
    isEdited: changed !== null && changed !== written.summary,
    restored: restoreMemories(await restorable(run.db, run.session)),
    kept: start.kept,
    isUnderWay: start.isUnderWay ?? false,
    goesOn: start.goesOn,
    isUnanswered: start.isUnanswered,
    tokensBefore: start.tokensBefore,
    tokensAfter: 0,
    isCounted: false,
    block: null,
  }
  const request = run.context.requestAfter({
    ...compacted,
    id: start.id,
    sequence: null,
    createdAt: 0,
  })
  await run.log.verify()
  const counted = await countTokens(request, run.signal)
  return {
    ...compacted,
    tokensAfter: counted ?? sumOf(request.parts),
    isCounted: counted !== null,
  }
}

/** The memories that the session read or wrote, in their current state. */
async function restorable(db: Database, session: Session): Promise<RestorableMemory[]> {
  const found: RestorableMemory[] = []
  for (const store of session.stores) {
    const { storeId } = store
    const root = shownRoot(session, store)
    const touched = await sessionMemories(db, {
      storeId,
      sessionId: session.id,
      limit: NAMED,
    }).catch(noneOfGoneStore)
    for (const { path, lastAt } of touched) {
      const memory = await memoryAt(db, storeId, path).catch(nullOfGoneStore)
      if (!memory) continue
      found.push({
        storeId,
        memoryId: memory.id,
        versionId: memory.versionId,
        shownPath: `${root}${memory.path}`,
        content: memory.content,
        lastAt,
      })
    }
  }
  return found
}

function nullOfGoneStore(error: unknown): null {
  if (error instanceof StoreError) return null
  throw error
}

function noneOfGoneStore(error: unknown): [] {
  if (error instanceof StoreError) return []
  throw error
}
