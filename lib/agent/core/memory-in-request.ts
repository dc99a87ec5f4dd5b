import { type AppliedEdit, CLEARED_RESULT } from '@/lib/context/clear-context'
import { restoredText } from '@/lib/context/compaction-prompt'
import { type ContextBlock, readBlocks, textOfBlock } from '@/lib/context/context-block'
import { clearingOf } from '@/lib/context/context-settings'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { turns } from '@/lib/turns'
import { mountsOf } from '../mounts'
import { readingTools } from '../reading-tools'
import type { Session } from '../session'
import type { ContextCompacted, EventOf, SessionEvent } from '../session-event'
import { type ShownPlace, shownByCall } from '../shown-by-call'
import { shownRoot } from '../system-prompt'
import { viewStart } from './conversation'

/** The part of a request that was a memory's, or a store's listings and hits. */
export interface MemoryInRequest {
  storeId: string
  /** as the call named it; '': of the store as a whole */
  path: string
  /** of a memory that was restored after a summary; null: known by its path */
  memoryId: string | null
  /** estimated tokens that no request held before */
  freshTokens: number
  /** estimated tokens that an earlier request held, so that the model's cache is likely to have them */
  againTokens: number
}

/** A request that a model began to answer, with the log that it was made of. */
export interface SentRequest {
  events: readonly SessionEvent[]
  blocks: readonly ContextBlock[]
  /** what was cleared of it before the model read it */
  edits: readonly AppliedEdit[]
}

type Attached = Pick<Session, 'settings' | 'stores'>

/**
 * Finds what a request held of the memories of the session's stores: results of calls, memories that were
 * restored, and listings, as far as neither a summary nor clearing took them out. At least one entry a
 * store. Yields to the event loop in between.
 */
export async function memoryInRequest(
  session: Attached,
  sent: SentRequest,
): Promise<MemoryInRequest[]> {
  const maybeYield = turns()
  const found = new Found(session)
  // Of its own: the log goes on meanwhile.
  const events = [...sent.events]
  const sentBefore = events.findLastIndex(wasSent)
  const read = readBlocks(sent.blocks)
  const results = new Map(read.flatMap((each) => resultIn(each)))
  const texts = new Set(read.flatMap(({ block }) => (block.type === 'text' ? [block.text] : [])))
  const left = new ClearedByApi(session, sent.edits)
  const calls = new Map<string, EventOf<'agent.tool_use'>>()
  for (let index = viewStart(events); index < events.length; index++) {
    const event = events[index]
    const isFresh = index > sentBefore
    if (event?.type === 'agent.tool_use') calls.set(event.id, event)
    if (event?.type === 'agent.tool_result') {
      const call = calls.get(event.toolUseId)
      const text = call ? results.get(call.modelToolUseId) : undefined
      if (!call || text === undefined || left.hasCleared(call.name)) continue
      found.addResult(event, { call, text }, isFresh)
      await maybeYield()
    }
    if (event?.type === 'context.reminder' && texts.has(event.text)) {
      found.addListing(event, isFresh)
    }
    if (event?.type === 'agent.thread_context_compacted') {
      found.addRestored(event, texts, isFresh)
      await maybeYield()
    }
  }
  return found.entries()
}

/** The place of a request in its session. */
export interface RequestPlace {
  isFirst: boolean
  isInFirstTurn: boolean
  beginsTurn: boolean
}

/** The place of the request that follows a log, whose beginning may have been left out for a summary. */
export function requestPlace(events: readonly SessionEvent[]): RequestPlace {
  const isWhole = (events[0]?.sequence ?? 1) === 1
  const first = events.findIndex(wasSent)
  const last = events.findLastIndex(wasSent)
  const saysAfter = (index: number) =>
    events.slice(index + 1).some(({ type }) => type === 'user.message')
  return {
    isFirst: isWhole && first < 0,
    isInFirstTurn: isWhole && (first < 0 || !saysAfter(first)),
    beginsTurn: saysAfter(last),
  }
}

/** Returns whether a model began to answer the request that ends here. */
function wasSent(event: SessionEvent): boolean {
  return event.type === 'span.model_request_end' && event.model !== null
}

/** Results that show memory and still stand, by the model's id of their call. */
function resultIn({ part, block }: ContextBlock): [string, string][] {
  if (part !== 'memoryResults' || block.type !== 'tool_result') return []
  if (block.content === CLEARED_RESULT) return []
  return [[block.tool_use_id, textOfBlock(block)]]
}

/** The API says how many results it cleared: the oldest of the tools that it was to clear. */
class ClearedByApi {
  private left: number
  private readonly kept: readonly string[]

  constructor({ settings }: Pick<Session, 'settings'>, edits: readonly AppliedEdit[]) {
    this.left = edits.reduce((sum, edit) => sum + clearedResults(edit), 0)
    const { toolUses } = clearingOf(settings.context, readingTools(settings.toolSet))
    this.kept = toolUses?.excludeTools ?? []
  }

  hasCleared(tool: string): boolean {
    if (this.left === 0 || this.kept.includes(tool)) return false
    this.left--
    return true
  }
}

function clearedResults(edit: AppliedEdit): number {
  return edit.by === 'api' && edit.type === 'clear_tool_uses_20250919' ? edit.clearedToolUses : 0
}

/** By result, for its time in memory: an old one is not looked at again with each request. */
const SHOWN = new WeakMap<SessionEvent, { place: ShownPlace | null; tokens: number }>()

/** Sums by store and place. */
class Found {
  private readonly sums = new Map<string, MemoryInRequest>()
  private readonly mounts: ReturnType<typeof mountsOf>

  constructor(private readonly session: Attached) {
    this.mounts = mountsOf(session.stores)
    for (const { storeId } of session.stores) this.sumOf({ storeId, path: '' }, null)
  }

  entries(): MemoryInRequest[] {
    return [...this.sums.values()]
  }

  addResult(
    event: EventOf<'agent.tool_result'>,
    { call, text }: { call: EventOf<'agent.tool_use'>; text: string },
    isFresh: boolean,
  ): void {
    let shown = SHOWN.get(event)
    if (!shown) {
      shown = { place: shownByCall(call, this.mounts), tokens: estimatedTokens(text) }
      SHOWN.set(event, shown)
    }
    if (shown.place) this.add(shown.place, null, shown.tokens, isFresh)
  }

  /** The listing of several stores is shared by their lines. */
  addListing({ sections, text }: EventOf<'context.reminder'>, isFresh: boolean): void {
    const tokens = sections.find(({ kind }) => kind === 'listing')?.tokens ?? 0
    if (tokens === 0) return
    const { stores } = this.session
    for (const store of stores) {
      const own = stores.length === 1 ? tokens : linesBelow(text, shownRoot(this.session, store))
      this.add({ storeId: store.storeId, path: '' }, null, own, isFresh)
    }
  }

  addRestored(
    { id, restored }: ContextCompacted & { id: string },
    texts: ReadonlySet<string>,
    isFresh: boolean,
  ): void {
    for (const memory of restored) {
      const text = restoredText(memory, id)
      if (text === null || !texts.has(text)) continue
      const { storeId, memoryId } = memory
      this.add({ storeId, path: '' }, memoryId, estimatedTokens(text), isFresh)
    }
  }

  private add(place: ShownPlace, memoryId: string | null, tokens: number, isFresh: boolean): void {
    const sum = this.sumOf(place, memoryId)
    if (isFresh) sum.freshTokens += tokens
    else sum.againTokens += tokens
  }

  private sumOf({ storeId, path }: ShownPlace, memoryId: string | null): MemoryInRequest {
    const key = `${storeId} ${memoryId ?? path}`
    const known = this.sums.get(key)
    if (known) return known
    const sum = { storeId, path, memoryId, freshTokens: 0, againTokens: 0 }
    this.sums.set(key, sum)
    return sum
  }
}

function linesBelow(text: string, root: string): number {
  const lines = text.split('\n').filter((line) => line.includes(`\t${root}/`))
  return estimatedTokens(lines.join('\n'))
}
