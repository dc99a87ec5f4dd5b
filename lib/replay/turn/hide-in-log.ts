import { mountsOf } from '@/lib/agent/mounts'
import type { Session } from '@/lib/agent/session'
import type {
  AgentToolResult,
  AgentToolUse,
  EventOf,
  SessionEvent,
  WrittenVersion,
} from '@/lib/agent/session-event'
import { parseDocumentInput } from '@/lib/document-tools/document-tools'
import { parseCommand } from '@/lib/memory-tool/command'
import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import { ToolRefusal } from '@/lib/memory-tool/refusal'
import { actionOf, effectOf, isDocumentTool, MEMORY_TOOL } from '@/lib/memory-tool/tool-effects'
import { parseToolPath } from '@/lib/memory-tool/tool-path'
import { humanSize } from '@/lib/text/human-size'
import { numberLines } from '@/lib/text/lines'
import { turns } from '@/lib/turns'
import { type HiddenMemory, withoutHidden } from './hidden'
import { numberWithout, withoutNumbers } from './hidden-lines'
import { type HeldThen, hideInReminder } from './hide-in-reminder'
import { type HiddenHit, searchWithout } from './hide-in-search'
import { inputWithout } from './hide-in-writing'
import { type NumberedAnswer, numberedAnswer, showsVersion, withoutLines } from './numbered-answer'
import type { MemoryPlace, PastStores } from './past-stores'
import { foundIn, type FoundMemory } from './search-answer'

export type LoggedSession = Pick<Session, 'settings' | 'stores'>

/**
 * A log as if some memories, or lines of them, had never been there (why.md, "Replaying a turn"). All
 * else is the same to the byte. What the agent itself said of them stays: see `repeated-earlier.ts`.
 */
export async function hideInLog(
  events: readonly SessionEvent[],
  hidden: readonly HiddenMemory[],
  session: LoggedSession,
  past: PastStores,
): Promise<SessionEvent[]> {
  return new LogWithout(hidden, session, past).of(events)
}

type Call = EventOf<'agent.tool_use'>
type Answer = Pick<AgentToolResult, 'content' | 'isError'>

/** A call and its answer as they would have been; null: it would not have been made. */
type CallWithout = { readonly input: Call['input']; readonly answer: Answer | null } | null

class LogWithout {
  private readonly mounts: readonly Mount[]
  private readonly byPlace = new Map<string, HiddenMemory[]>()

  constructor(
    private readonly hidden: readonly HiddenMemory[],
    private readonly session: LoggedSession,
    private readonly past: PastStores,
  ) {
    this.mounts = mountsOf(session.stores)
    for (const memory of hidden) {
      for (const path of memory.paths) {
        const place = placeOf({ storeId: memory.storeId, path })
        this.byPlace.set(place, [...(this.byPlace.get(place) ?? []), memory])
      }
    }
  }

  async of(events: readonly SessionEvent[]): Promise<SessionEvent[]> {
    if (this.hidden.length === 0) return [...events]
    const calls = await this.calls(events)
    const kept: SessionEvent[] = []
    let isChanged = false
    const maybeYield = turns()
    for (const event of events) {
      await maybeYield()
      // A thinking block is signed together with what came before it.
      if (event.type === 'agent.thinking' && isChanged) continue
      const left = await this.event(event, calls)
      isChanged ||= left !== event
      if (left !== null) kept.push(left)
    }
    return kept
  }

  /** The calls that would have been others, by their ids. */
  private async calls(events: readonly SessionEvent[]): Promise<Map<string, CallWithout>> {
    const results = new Map<string, EventOf<'agent.tool_result'>>()
    for (const event of events) {
      if (event.type === 'agent.tool_result') results.set(event.toolUseId, event)
    }
    const calls = new Map<string, CallWithout>()
    for (const event of events) {
      if (event.type !== 'agent.tool_use') continue
      const without = await this.call(event, results.get(event.id))
      if (without !== undefined) calls.set(event.id, without)
    }
    return calls
  }

  /** Null: it would not be there. */
  private async event(
    event: SessionEvent,
    calls: ReadonlyMap<string, CallWithout>,
  ): Promise<SessionEvent | null> {
    switch (event.type) {
      case 'agent.tool_use': {
        const without = calls.get(event.id)
        if (without === undefined) return event
        if (without === null) return null
        return without.input === event.input ? event : { ...event, input: without.input }
      }
      case 'agent.tool_result': {
        const without = calls.get(event.toolUseId)
        if (without === undefined) return event
        const { answer } = without ?? { answer: null }
        if (answer === null) return null
        return answer.content === event.content ? event : { ...event, ...answer }
      }
      case 'context.reminder': {
        const { session } = this
        const then = await this.heldAt(event.createdAt)
        const there = await this.hiddenThen(event.createdAt)
        const requested = await this.requestedIn(event)
        const text = hideInReminder(event.text, there, { session, then, requested })
        if (text === null) return null
        return text === event.text ? event : { ...event, text }
      }
      case 'agent.thread_context_compacted':
        return this.compacted(event)
      default:
        return event
    }
  }

  private async compacted(
    event: EventOf<'agent.thread_context_compacted'>,
  ): Promise<EventOf<'agent.thread_context_compacted'>> {
    const restored: typeof event.restored = []
    for (const each of event.restored) {
      const memory = this.hidden.find(({ memoryId }) => memoryId === each.memoryId)
      if (!memory || each.text === null) restored.push(each)
      else if (memory.lines !== null) {
        const version = await this.past.contentOf(each)
        // A long one is cut at its end: its lines keep their numbers.
        const numbers = memory.lines.in(version?.startsWith(each.text) ? version : each.text)
        const text = withoutNumbers(each.text, numbers)
        restored.push(text === each.text ? each : { ...each, text })
      }
    }
    const isSame = restored.every((each, index) => each === event.restored[index])
    return isSame && restored.length === event.restored.length ? event : { ...event, restored }
  }

  private requestedIn({ requested = {} }: EventOf<'context.reminder'>) {
    return Promise.all(Object.keys(requested).map((id) => this.past.commentedMemory(id)))
  }

  /** Hidden memories with those of their paths at which no other stood at a time. */
  private async hiddenThen(time: number): Promise<HiddenMemory[]> {
    const memories: HiddenMemory[] = []
    const maybeYield = turns()
    for (const memory of this.hidden) {
      await maybeYield()
      const { storeId } = memory
      const paths: string[] = []
      for (const path of memory.paths) {
        const there = await this.hiddenAt({ storeId, path }, time)
        if (there === memory) paths.push(path)
      }
      memories.push({ ...memory, paths })
    }
    return memories
  }

  /** The contents of memories with hidden lines at a time. */
  private async heldAt(time: number): Promise<HeldThen> {
    const held = new Map<string, string>()
    for (const memory of this.hidden) {
      if (memory.lines === null) continue
      for (const path of memory.paths) {
        const place = { storeId: memory.storeId, path }
        const isThere = (await this.hiddenAt(place, time)) === memory
        const content = isThere ? await this.past.contentAt(place, time) : null
        if (content !== null) held.set(memory.memoryId, content)
      }
    }
    return held
  }

  /** A call as it would have been; undefined: the same. */
  private async call(
    call: Call,
    result: EventOf<'agent.tool_result'> | undefined,
  ): Promise<CallWithout | undefined> {
    const action = actionOf(call)
    if (action === null || !result) return undefined
    if (action === 'memory_list' || action === 'memory_search') {
      if (result.isError) return undefined
      const content = await (action === 'memory_list'
        ? this.listed(call, result)
        : this.found(call, result))
      return { input: call.input, answer: { content, isError: false } }
    }
    const isOfDirectory = action === 'view' && !result.isError && isListing(result.content)
    const targets = isOfDirectory ? [] : await this.targets(call, result)
    const [target] = targets
    if (effectOf(call).writes) {
      if (!target) return undefined
      const isGone = targets.some(({ memory }) => memory.lines === null)
      return isGone ? null : this.written(call, result, target)
    }
    if (target) return this.read(call, result, target)
    if (!isOfDirectory) return undefined
    return { input: call.input, answer: await this.directory(call, result) }
  }

  /** A read of a hidden memory, or of one with hidden lines. */
  private async read(
    call: Call,
    result: EventOf<'agent.tool_result'>,
    { memory, place }: Target,
  ): Promise<CallWithout> {
    const { input } = call
    if (memory.lines === null) return { input, answer: result.isError ? result : missing(call) }
    const answer = numberedAnswer(result.content)
    if (result.isError || answer === null) return { input, answer: result }
    const hidden = await this.numbersIn(answer, memory, await this.versions(call, result, place))
    const left = withoutLines(answer, hidden)
    const range = rangeOf(call)
    if (range === null) {
      const content = left ?? [...answer.head, numberLines([''], 1)].join('\n')
      return { input, answer: { content, isError: false } }
    }
    if (left === null) return null
    const [from, to] = range
    const last = to === -1 ? to : numberWithout(to + 1, hidden) - 1
    const view_range = [numberWithout(from, hidden), last]
    const isSame = view_range[0] === from && last === to
    return {
      input: isSame ? input : { ...input, view_range },
      answer: { content: left, isError: false },
    }
  }

  /** A call that wrote, or tried to write, a memory with hidden lines. */
  private async written(
    call: Call,
    result: EventOf<'agent.tool_result'>,
    { memory, place }: Target,
  ): Promise<CallWithout | undefined> {
    const { lines } = memory
    if (lines === null) return null
    const [version] = await Promise.all(result.written.map((each) => this.past.contentOf(each)))
    const input = inputWithout(call, lines, version ?? null)
    if (input === null) return null
    // The answer to an edit that failed quotes what was to be replaced.
    if (result.isError && input !== call.input) return null
    const answer = result.isError ? null : numberedAnswer(result.content)
    if (answer === null) return { input, answer: result }
    const hidden = await this.numbersIn(answer, memory, await this.versions(call, result, place))
    // An edit that shows nothing but hidden lines was one of them.
    const content = withoutLines(answer, hidden)
    const isShown = answer.lines.some(({ number }) => !hidden.has(number))
    return content === null || !isShown ? null : { input, answer: { content, isError: false } }
  }

  /** The versions that may have stood at a place when it was read or written. */
  private async versions(
    call: Call,
    result: EventOf<'agent.tool_result'>,
    place: MemoryPlace,
  ): Promise<string[]> {
    const written = result.written.map((each: WrittenVersion) => this.past.contentOf(each))
    const versions = await Promise.all([
      ...written,
      this.past.contentAt(place, result.createdAt),
      this.past.contentAt(place, call.createdAt),
    ])
    return versions.filter((content) => content !== null)
  }

  /** The numbers of hidden lines in what an answer shows; where the version is not known, by their words. */
  private async numbersIn(
    answer: NumberedAnswer,
    { lines }: HiddenMemory,
    versions: readonly string[],
  ): Promise<ReadonlySet<number>> {
    const version = versions.find((each) => showsVersion(answer, each))
    if (version !== undefined) return lines?.in(version) ?? new Set()
    const shown = answer.lines.filter(({ text }) => lines?.holds(text))
    return new Set(shown.map(({ number }) => number))
  }

  /** The hidden memories that a call names. */
  private async targets(call: Call, result: EventOf<'agent.tool_result'>): Promise<Target[]> {
    const targets: Target[] = []
    for (const place of this.placesIn(call)) {
      const memory = await this.hiddenAt(place, result.createdAt, call.createdAt)
      if (memory) targets.push({ memory, place })
    }
    return targets
  }

  /** The hidden memory that stood at a place at the first of these times at which any did. */
  private async hiddenAt(
    place: MemoryPlace,
    ...times: readonly number[]
  ): Promise<HiddenMemory | undefined> {
    const named = this.byPlace.get(placeOf(place))
    if (!named) return undefined
    if (!this.past.isShared(place)) return named[0]
    for (const time of times) {
      const id = await this.past.memoryAt(place, time)
      if (id !== null) return named.find(({ memoryId }) => memoryId === id)
    }
    return named[0]
  }

  private placesIn({ name, input }: Pick<AgentToolUse, 'name' | 'input'>): MemoryPlace[] {
    if (name === MEMORY_TOOL) {
      const command = orNull(() => parseCommand(input))
      if (!command) return []
      const paths =
        command.command === 'rename' ? [command.old_path, command.new_path] : [command.path]
      return paths.flatMap((path) => {
        const at = orNull(() => parseToolPath(path, this.mounts))
        return at?.kind === 'in_store' ? [{ storeId: at.mount.storeId, path: at.path }] : []
      })
    }
    if (!isDocumentTool(name) || name === 'memory_list' || name === 'memory_search') return []
    const parsed = parseDocumentInput(name, input)
    if (!parsed.isValid) return []
    const mount = this.mountOf(parsed.value.store)
    return mount ? [{ storeId: mount.storeId, path: parsed.value.path }] : []
  }

  private mountOf(wanted: string | undefined): Mount | null {
    const [only, ...others] = this.mounts
    if (wanted === undefined) return only && others.length === 0 ? only : null
    return mountNamed(this.mounts, wanted)
  }

  private async directory(call: Call, result: EventOf<'agent.tool_result'>): Promise<Answer> {
    const { content } = result
    const again = await this.past.listAgain(call, result.createdAt)
    if (again.whole === content) {
      return { content: again.without, isError: !isListing(again.without) }
    }
    const lines: string[] = []
    for (const line of content.split('\n')) {
      if (!(await this.isHiddenRow(line, result.createdAt))) lines.push(line)
    }
    return { content: lines.join('\n'), isError: false }
  }

  /** A row of a listing of the memory tool: a size, and the path as the tool shows it. */
  private async isHiddenRow(line: string, time: number): Promise<boolean> {
    const [, path] = ROW.exec(line) ?? []
    if (path === undefined) return false
    const at = orNull(() => parseToolPath(path, this.mounts))
    if (at?.kind !== 'in_store') return false
    const place = { storeId: at.mount.storeId, path: at.path }
    return (await this.hiddenAt(place, time))?.lines === null
  }

  private async listed(
    { input }: Call,
    { content, createdAt }: EventOf<'agent.tool_result'>,
  ): Promise<string> {
    const parsed = parseDocumentInput('memory_list', input)
    const mount = parsed.isValid ? this.mountOf(parsed.value.store) : null
    if (!mount) return content
    const { storeId } = mount
    const lines: string[] = []
    for (const line of content.split('\n')) {
      const [, path] = ROW.exec(line) ?? []
      const memory =
        path === undefined ? undefined : await this.hiddenAt({ storeId, path }, createdAt)
      if (!memory || path === undefined) {
        lines.push(line)
        continue
      }
      const then = await this.past.contentAt({ storeId, path }, createdAt)
      const left = withoutHidden(memory, then ?? memory.lines?.content ?? '')
      if (left !== null) lines.push(`${humanSize(Buffer.byteLength(left))}\t${path}`)
    }
    if (lines.length > 0) return lines.join('\n')
    const prefix = parsed.isValid ? (parsed.value.path_prefix ?? '/') : '/'
    return `No documents at ${prefix}`
  }

  /** The answer of a search without the hits that are hidden. */
  private async found(
    { input }: Call,
    { content, createdAt }: EventOf<'agent.tool_result'>,
  ): Promise<string> {
    const parsed = parseDocumentInput('memory_search', input)
    if (!parsed.isValid) return content
    const found = foundIn(input, content, this.mounts)
    const hits = new Map<FoundMemory, HiddenHit>()
    for (const hit of found.flatMap(({ memories }) => memories)) {
      const memory = await this.hiddenAt(hit, createdAt)
      if (!memory) continue
      const then = memory.lines && (await this.past.contentAt(hit, createdAt))
      const isThen = then !== null && areLinesOf(hit, then)
      hits.set(hit, { memory, numbers: isThen ? (memory.lines?.in(then) ?? null) : null })
    }
    return hits.size === 0 ? content : searchWithout(found, parsed.value.query, hits)
  }
}

interface Target {
  readonly memory: HiddenMemory
  readonly place: MemoryPlace
}

/** A row of a listing: a size, and a path. */
const ROW = /^[\d.]+[BKMG]\t(.*)$/

const LISTING = "Here're the files and directories up to 2 levels deep in "

function isListing(content: string): boolean {
  return content.startsWith(LISTING)
}

const placeOf = ({ storeId, path }: MemoryPlace) => `${storeId} ${path}`

/** The answer to a read where nothing stands. */
function missing(call: Call): Answer {
  if (call.name !== MEMORY_TOOL) {
    return { content: `Error: There is no document at ${String(call.input.path)}`, isError: true }
  }
  const shown = String(call.input.path).replace(/(?<=.)\/$/, '')
  return {
    content: `The path ${shown} does not exist. Please provide a valid path.`,
    isError: true,
  }
}

/** The lines that a call wants to see; null: all of them. */
function rangeOf({ name, input }: Call): readonly [number, number] | null {
  if (name !== MEMORY_TOOL) return null
  const command = orNull(() => parseCommand(input))
  return command?.command === 'view' ? (command.view_range ?? null) : null
}

/** Returns whether the lines that a search shows of a memory are of this version. */
function areLinesOf({ lines }: FoundMemory, version: string): boolean {
  const texts = version.split('\n')
  return lines.every(({ number, text }) => texts[number - 1]?.includes(text) === true)
}

function orNull<Value>(parse: () => Value): Value | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ToolRefusal) return null
    throw error
  }
}
