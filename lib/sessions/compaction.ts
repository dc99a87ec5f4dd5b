import { db, padded } from '@/lib/db'
import { isSound } from '@/lib/store/model/sound'
import { flushReads } from '@/lib/store/reads'
import { type AttachedStore, shownRoot } from './attached'
import { type ContextState, sizeOf } from './context'
import { CONTINUE_MESSAGE } from './conversation'
import type { RestoredMemory, SessionEvent } from './event'
import { type ContextSettings, levelOf, type ToolSet } from './settings'
import { cutToTokens, estimatedTokens } from './parts'

/** When a conversation is summarised, and what it begins with beside the summary. */

/** Answers between a compaction that ended, well or not, and the next by itself. */
const ANSWERS_BETWEEN = 3

/** Returns whether a context has reached its last threshold, and that is to be acted on. */
export function compactionDue(
  state: ContextState,
  window: number,
  settings: ContextSettings,
): boolean {
  // Before the first answer all that there is are messages, which no summary makes shorter.
  const between = state.isAfterCompaction ? ANSWERS_BETWEEN : 1
  if (state.answered < between) return false
  return levelOf(sizeOf(state), window, settings) === 'compaction'
}

/** Stop reasons after which the same answer goes on. */
const PAUSES: readonly (string | null)[] = ['pause_turn', 'compaction']

/**
 * The person's messages that are not answered, verbatim, oldest first. Only what ends the agent's turn
 * answers: calls on the way do not, nor does an answer that was cut off and is to go on.
 */
export function openRequest(events: readonly SessionEvent[]): string[] {
  const texts: string[] = []
  // Seen on the way back to the answer before.
  let hasResults = false
  let wasStopped = false
  for (const event of events.toReversed()) {
    switch (event.type) {
      case 'user.message':
        texts.unshift(...event.content.map(({ text }) => text))
        break
      case 'agent.tool_result':
        hasResults = true
        break
      case 'user.interrupt':
        // Whoever stops the agent and says something else wants that instead.
        wasStopped ||= texts.length > 0
        break
      case 'span.model_request_end':
        if (event.is_error) break
        if (wasStopped || !(hasResults || isCutOff(event.stop_reason, texts))) return texts
        hasResults = false
        break
      case 'agent.thread_context_compacted':
        return [...event.kept_messages, ...texts]
      default:
    }
  }
  return texts
}

function isCutOff(stopReason: string | null, since: readonly string[]): boolean {
  if (PAUSES.includes(stopReason)) return true
  if (stopReason === 'model_context_window_exceeded') return since.length === 0
  return stopReason === 'max_tokens' && since.join() === CONTINUE_MESSAGE
}

/** Messages that fill more of the window than this are cut: no summary would make room beside them. */
const KEPT_SHARE = 0.5

/** At least so many tokens of each stay. */
const LEAST_KEPT = 100

/** The messages as they are kept beside a summary: verbatim, unless they would fill the window. */
export function keptMessages(texts: readonly string[], window: number): string[] {
  let room = window * KEPT_SHARE
  return texts
    .toReversed()
    .map((text) => {
      const kept = cutToTokens(text, Math.max(Math.floor(room), LEAST_KEPT))
      room -= estimatedTokens(kept)
      return kept === text ? text : `${kept}\n[Cut: the rest of this message did not fit.]`
    })
    .toReversed()
}

/** The most that a summarised context gets back. */
const MAX_RESTORED = 20
const MAX_TOKENS_EACH = 8_192
const MAX_TOKENS_ALL = 32_768

/** A memory that a session read or wrote, as it is now. */
export interface RestorableMemory {
  storeId: string
  memoryId: string
  versionId: string
  /** as the agent writes it */
  path: string
  content: string
  lastAt: Date
}

/**
 * What of these memories is given back, newest first: a long one is cut, one that does not fit beside
 * the others is left out, and a smaller one after it may still fit. All are named, so that a person
 * sees which.
 */
export function restoreMemories(candidates: readonly RestorableMemory[]): RestoredMemory[] {
  let restored = 0
  let used = 0
  return candidates.toSorted(newestFirst).map((memory): RestoredMemory => {
    const { storeId, versionId, path, content } = memory
    const facts = { memory_store_id: storeId, memory_version_id: versionId, path }
    const whole = estimatedTokens(content)
    const text = cutToTokens(content, MAX_TOKENS_EACH)
    const tokens = estimatedTokens(text)
    if (restored === MAX_RESTORED || used + tokens > MAX_TOKENS_ALL) {
      return { ...facts, state: 'left_out', text: null, tokens: 0, whole_tokens: whole }
    }
    restored++
    used += tokens
    const state = text === content ? 'whole' : 'cut'
    return { ...facts, state, text, tokens, whole_tokens: whole }
  })
}

const newestFirst = (one: RestorableMemory, other: RestorableMemory): number =>
  +other.lastAt - +one.lastAt || (one.memoryId < other.memoryId ? -1 : 1)

/** Those that are restored, and as many again that are named. */
const MOST_NAMED = MAX_RESTORED * 2

/** The memories that a session read or wrote last, as they are now; those that are gone are not in it. */
export async function restorable(
  { id: sessionId }: { id: string },
  toolSet: ToolSet,
  stores: readonly AttachedStore[],
): Promise<RestorableMemory[]> {
  await flushReads()
  const [reads, writes] = await Promise.all([
    // Without the stores: SQLite would look through all of them.
    db.memoryRead.groupBy({ by: ['memoryId'], where: { sessionId }, _max: { lastAt: true } }),
    db.version.groupBy({ by: ['memoryId'], where: { sessionId }, _max: { createdAt: true } }),
  ])
  const lastAt = new Map<string, Date>()
  const seen = [
    ...reads.map(({ memoryId, _max }) => ({ memoryId, at: _max.lastAt })),
    ...writes.map(({ memoryId, _max }) => ({ memoryId, at: _max.createdAt })),
  ]
  for (const { memoryId, at } of seen) {
    const known = lastAt.get(memoryId)
    if (at && (!known || at > known)) lastAt.set(memoryId, at)
  }
  const latest = [...lastAt].toSorted(([, one], [, other]) => +other - +one)
  const found: RestorableMemory[] = []
  // Those that were deleted since are passed over, so that as many others are found.
  for (let from = 0; from < latest.length && found.length < MOST_NAMED; from += MOST_NAMED) {
    const some = latest.slice(from, from + MOST_NAMED)
    const memories = await heldNow(some.map(([memoryId]) => memoryId))
    for (const { id, storeId, versionId, path, content } of memories) {
      const store = stores.find((each) => each.storeId === storeId)
      const at = lastAt.get(id)
      if (!store || !at || path === null || content === null) continue
      const shown = shownRoot(stores, toolSet, store) + path
      found.push({ storeId, memoryId: id, versionId, path: shown, content, lastAt: at })
    }
  }
  return found.toSorted(newestFirst).slice(0, MOST_NAMED)
}

/** Memories with their texts; without those of stores that are being deleted, and damaged ones. */
async function heldNow(memoryIds: readonly string[]) {
  const rows = await db.memory.findMany({
    where: { id: { in: padded(memoryIds) }, path: { not: null }, store: { deletedAt: null } },
    select: { id: true, storeId: true, versionId: true, path: true, sha256: true, content: true },
  })
  return rows.filter(isSound)
}
