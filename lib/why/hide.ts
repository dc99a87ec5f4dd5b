import { db, turn as pace } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import type { ToolCall } from '@/lib/memory-tool/calls'
import type { Mount } from '@/lib/memory-tool/paths'
import { staleWrite } from '@/lib/memory-tool/stale'
import type { StaleLook } from '@/lib/memory-tool/documents'
import type { AttachedStore } from '@/lib/sessions/attached'
import { bounded } from '@/lib/sessions/call'
import { restoreMemories } from '@/lib/sessions/compaction'
import { isOf, type SeenState, type SessionEvent, textBlocks, textOf } from '@/lib/sessions/event'
import type { ToolSet } from '@/lib/sessions/settings'
import { splitLines } from '@/lib/text/lines'
import { reminderWithout } from './hide-reminder'
import { callOn, type Hidden, NOTHING_HIDDEN, type Past, Scratch } from './scratch'

/**
 * A log as it would be had something never been written. Recorded calls are asked again, on the stores as they
 * stood then: where the answer is another without what is hidden, it takes the place of the recorded one. No
 * tool's words are read.
 */

/** What a log was written in. */
export interface Room {
  sessionId: string
  stores: readonly AttachedStore[]
  toolSet: ToolSet
  mounts: readonly Mount[]
  past: Past
  /** the numbers of the stores when the turn began */
  states: readonly { storeId: string; sequence: number }[]
}

/** The versions that an agent was shown: what it may overwrite. */
export class Reads {
  readonly #ids = new Set<string>()

  constructor(private readonly sessionId: string) {}

  add(files: readonly { id: string }[]): void {
    for (const { id } of files) this.#ids.add(id)
  }

  readonly look: StaleLook = (write, file) => {
    const { sessionId } = this
    const cause = { actor: { type: 'session' as const, id: sessionId }, sessionId }
    const isRead = ({ id }: { id: string }) => Promise.resolve(this.#ids.has(id))
    return staleWrite({ tx: db, cause }, write, file, isRead)
  }
}

type ToolUse = SessionEvent<'agent.tool_use'>
type ToolResult = SessionEvent<'agent.tool_result'>

/** What becomes of a recorded call; null: it stays as it is. */
type Fate = { kind: 'gone' } | { kind: 'changed'; call: ToolUse; result: ToolResult } | null

/** The log without what is hidden, and what the agent has read in it. Ends with the signal's reason. */
export async function logWithout(
  log: readonly SessionEvent[],
  hidden: Hidden,
  room: Room,
  signal?: AbortSignal,
): Promise<{ log: SessionEvent[]; reads: Reads }> {
  const hiding = new Hiding(log, hidden, room)
  return { log: await hiding.changed(signal), reads: hiding.reads }
}

class Hiding {
  readonly reads: Reads
  readonly #results: ReadonlyMap<string, ToolResult>
  #memories: ReadonlyMap<string, string> = new Map()
  #isChanged = false

  constructor(
    private readonly log: readonly SessionEvent[],
    private readonly hidden: Hidden,
    private readonly room: Room,
  ) {
    this.reads = new Reads(room.sessionId)
    const results = log.filter(isOf('agent.tool_result'))
    this.#results = new Map(results.map((result) => [result.tool_use_id, result]))
  }

  async changed(signal?: AbortSignal): Promise<SessionEvent[]> {
    this.#memories = await memoriesOf(this.log)
    const fates = new Map<string, Fate>()
    const kept: SessionEvent[] = []
    for (const event of this.log) {
      await pace(signal)
      const changed = await this.#event(event, fates)
      if (changed !== event) this.#isChanged = true
      if (changed) kept.push(changed)
    }
    return kept.filter((event, at) => event.type !== 'agent.thinking' || hasMore(kept, at))
  }

  async #event(event: SessionEvent, fates: Map<string, Fate>): Promise<SessionEvent | null> {
    switch (event.type) {
      case 'agent.thinking':
        // Its signature holds for what stood before it.
        return this.#isChanged ? null : event
      case 'agent.tool_use': {
        const fate = await this.#fateOf(event)
        fates.set(event.id, fate)
        if (fate?.kind === 'gone') return null
        return fate ? fate.call : event
      }
      case 'agent.tool_result': {
        const fate = fates.get(event.tool_use_id) ?? null
        if (fate?.kind === 'gone') return null
        return fate ? fate.result : event
      }
      case 'context.reminder':
        return this.#reminder(event)
      case 'agent.thread_context_compacted':
        return this.#compacted(event)
      default:
        return event
    }
  }

  async #fateOf(call: ToolUse): Promise<Fate> {
    const result = this.#results.get(call.id)
    if (!result) return null
    const wrote = result.memory_versions.map((each) => this.#memories.get(each.memory_version_id))
    const { memories, lines } = this.hidden
    if (wrote.length > 0 && wrote.every((id) => id && memories.has(id))) return { kind: 'gone' }
    if (result.seen.length === 0) return null
    const wroteLines = wrote.flatMap((id) => (id && lines.has(id) ? id : []))
    const cut = await this.#inputWithout(call, wroteLines)
    const states = statesOf(result.seen)
    const ask = async ({ name, input }: ToolCall, without: Hidden) => {
      const scratch = await Scratch.at(this.room.past, states, without)
      return callOn(scratch, this.room.mounts, { name, input }, this.reads.look)
    }
    const whole = await ask(call, NOTHING_HIDDEN)
    const isOfOthers =
      whole.seen.length > 0 && !whole.seen.some(({ memoryId }) => this.#isTouched(memoryId))
    this.reads.add(whole.seen)
    if (isOfOthers && cut === call) return null
    const { answer } = await ask(cut, this.hidden)
    if (cut !== call && answer.isError && !result.is_error) return { kind: 'gone' }
    if (cut === call && isSame(whole.answer, answer)) return null
    return { kind: 'changed', call: cut, result: withAnswer(result, answer) }
  }

  #isTouched(memoryId: string): boolean {
    return this.hidden.memories.has(memoryId) || this.hidden.lines.has(memoryId)
  }

  /** A call that wrote a memory of which lines are hidden, without these. */
  async #inputWithout(call: ToolUse, memoryIds: readonly string[]): Promise<ToolUse> {
    const hidden = new Set<string>()
    for (const id of memoryIds) {
      const base = this.room.past.linesCountedIn(id)
      for (const number of this.hidden.lines.get(id) ?? []) hidden.add(base[number - 1] ?? '')
    }
    const isHidden = (line: string) => line.trim() !== '' && hidden.has(line)
    const pairs = Object.entries(call.input).map(([name, value]) => {
      if (typeof value !== 'string' || !value.split('\n').some(isHidden)) return [name, value]
      const shown = value.split('\n').filter((line) => !isHidden(line))
      return [name, shown.join('\n')]
    })
    const input = Object.fromEntries(pairs) as Record<string, unknown>
    return JSON.stringify(input) === JSON.stringify(call.input) ? call : { ...call, input }
  }

  async #reminder(event: SessionEvent<'context.reminder'>): Promise<SessionEvent | null> {
    const next = this.log.slice(this.log.indexOf(event)).find(isOf('span.model_request_start'))
    // The turn's own was gathered when it began.
    const states = next ? statesOf(next.told) : this.room.states
    const text = await reminderWithout(textOf(event), this.hidden, this.room, states)
    if (text === textOf(event)) return event
    return text === null ? null : { ...event, content: textBlocks(text) }
  }

  async #compacted(event: SessionEvent<'agent.thread_context_compacted'>): Promise<SessionEvent> {
    const { past } = this.room
    const all = event.restored_memories.map(async (restored) => {
      const memoryId = this.#memories.get(restored.memory_version_id) ?? ''
      if (this.hidden.memories.has(memoryId)) return []
      const lines = this.hidden.lines.get(memoryId)
      if (!lines || restored.text === null) return [restored]
      const { memory_store_id: storeId, memory_version_id: versionId, path } = restored
      const content = past.without(memoryId, await past.text(versionId), lines)
      return restoreMemories([{ storeId, memoryId, versionId, path, content, lastAt: new Date(0) }])
    })
    const restored_memories = (await Promise.all(all)).flat()
    const isSameList = JSON.stringify(restored_memories) === JSON.stringify(event.restored_memories)
    return isSameList ? event : { ...event, restored_memories }
  }
}

const statesOf = (seen: readonly SeenState[]) =>
  seen.map(({ memory_store_id: storeId, sequence }) => ({ storeId, sequence }))

/** The memories of the versions that a log names. */
async function memoriesOf(log: readonly SessionEvent[]): Promise<ReadonlyMap<string, string>> {
  const ids = log.flatMap((event) => {
    if (event.type === 'agent.tool_result') {
      return event.memory_versions.map((each) => each.memory_version_id)
    }
    if (event.type !== 'agent.thread_context_compacted') return []
    return event.restored_memories.map((each) => each.memory_version_id)
  })
  const rows = await rowsOf(ids, (some) =>
    db.version.findMany({ where: { id: { in: some } }, select: { id: true, memoryId: true } }),
  )
  return new Map(rows.map(({ id, memoryId }) => [id, memoryId]))
}

/** Whether something of the same answer follows: the API takes none that ends in thinking. */
function hasMore(events: readonly SessionEvent[], at: number): boolean {
  for (const { type } of events.slice(at + 1)) {
    if (type === 'agent.message' || type === 'agent.tool_use') return true
    if (type === 'span.model_request_end' || type === 'user.message') return false
  }
  return false
}

interface Answered {
  content: string
  isError: boolean
}

/** Each answer of the six tools marks its data by a random name. */
const MARK = /memory-data-[0-9a-f]{12}/g

const isSame = (one: Answered, other: Answered) =>
  one.isError === other.isError &&
  one.content.replaceAll(MARK, '') === other.content.replaceAll(MARK, '')

/** A result with another answer, whose data has the recorded mark where it has one: the same log, the same bytes. */
function withAnswer(result: ToolResult, { content, isError }: Answered): ToolResult {
  const [recorded = '', ...ours] = result.content.map(({ text }) => text)
  const [mark] = recorded.match(MARK) ?? ['memory-data-000000000000']
  const text = content.replaceAll(MARK, mark)
  return { ...result, content: textBlocks(bounded(text), ...ours), is_error: isError }
}

/** Where the agent itself says what a hidden memory holds, before the turn. */
export interface Repeated {
  /** events of its words */
  eventIds: string[]
  /** the person's message in whose turn the memory was read first; null: it was not */
  firstReadId: string | null
}

/** So many characters are no chance. */
export const RUN = 24

/** `log`: as it is without what is hidden; `texts`: what is hidden. Ends with the signal's reason. */
export async function repeatedIn(
  log: readonly SessionEvent[],
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const runs = new Set<string>()
  for (const line of texts.flatMap(splitLines)) await eachRun(line, signal, (run) => runs.add(run))
  for (const event of log) {
    if (!isOf('user.message', 'agent.tool_result', 'context.reminder')(event)) continue
    await eachRun(textOf(event), signal, (run) => runs.delete(run))
  }
  const found = new Set<string>()
  for (const event of log) {
    const look = (run: string) => runs.has(run) && found.add(event.id)
    for (const text of ownWords(event)) await eachRun(text, signal, look)
  }
  return [...found]
}

function ownWords(event: SessionEvent): string[] {
  if (event.type === 'agent.message') return [textOf(event)]
  if (event.type === 'agent.thread_context_compacted') return [event.summary]
  if (event.type !== 'agent.tool_use') return []
  return Object.values(event.input).filter((value) => typeof value === 'string')
}

const RUNS_A_STEP = 4_096

async function eachRun(
  text: string,
  signal: AbortSignal | undefined,
  look: (run: string) => unknown,
): Promise<void> {
  for (let at = 0; at + RUN <= text.length; at++) {
    if (at % RUNS_A_STEP === 0) await pace(signal)
    look(text.slice(at, at + RUN))
  }
}
