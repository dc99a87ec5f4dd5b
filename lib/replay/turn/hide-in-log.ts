import { mountsOf } from '@/lib/agent/mounts'
import type { Session } from '@/lib/agent/session'
import type {
  AgentToolResult,
  AgentToolUse,
  EventOf,
  SessionEvent,
} from '@/lib/agent/session-event'
import { shownRoot } from '@/lib/agent/system-prompt'
import { parseDocumentInput } from '@/lib/document-tools/document-tools'
import { parseCommand } from '@/lib/memory-tool/command'
import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import { ToolRefusal } from '@/lib/memory-tool/refusal'
import { actionOf, isDocumentTool, MEMORY_TOOL } from '@/lib/memory-tool/tool-effects'
import { parseToolPath } from '@/lib/memory-tool/tool-path'
import { humanSize } from '@/lib/text/human-size'
import { numberLines } from '@/lib/text/lines'
import { type HiddenMemory, withoutHidden } from './hidden'
import { textsIn } from './texts-in'

export type LoggedSession = Pick<Session, 'settings' | 'stores'>

/** The answers that a listing would have given: of everything, and without what is hidden. */
export interface ListedAgain {
  readonly whole: string
  readonly without: string
}

/**
 * Answers the call of a listing again, as of when it was made; null: it cannot be answered. A listing
 * holds sums of sizes, which its own words do not give away.
 */
export type ListAgain = (
  call: Pick<AgentToolUse, 'name' | 'input'>,
  at: number,
) => Promise<ListedAgain | null>

/**
 * A log as if some memories, or lines of them, had never been there (why.md, "Replaying a turn"). All
 * else is the same to the byte. What the agent itself said of them stays: see `repeated-earlier.ts`.
 */
export async function hideInLog(
  events: readonly SessionEvent[],
  hidden: readonly HiddenMemory[],
  session: LoggedSession,
  listAgain: ListAgain,
): Promise<SessionEvent[]> {
  return new LogWithout(hidden, session, listAgain).of(events)
}

class LogWithout {
  private readonly mounts: readonly Mount[]
  private readonly byPlace = new Map<string, HiddenMemory>()

  constructor(
    private readonly hidden: readonly HiddenMemory[],
    private readonly session: LoggedSession,
    private readonly listAgain: ListAgain,
  ) {
    this.mounts = mountsOf(session.stores)
    for (const memory of hidden) {
      for (const path of memory.paths) this.byPlace.set(placeOf(memory.storeId, path), memory)
    }
  }

  async of(events: readonly SessionEvent[]): Promise<SessionEvent[]> {
    const calls = new Map<string, EventOf<'agent.tool_use'>>()
    for (const event of events) if (event.type === 'agent.tool_use') calls.set(event.id, event)
    const gone = new Set<string>()
    for (const call of calls.values()) if (this.isGone(call)) gone.add(call.id)
    const kept: SessionEvent[] = []
    let isChanged = false
    for (const event of events) {
      if (event.type === 'agent.tool_use' && gone.has(event.id)) {
        isChanged = true
        continue
      }
      if (event.type === 'agent.tool_result' && gone.has(event.toolUseId)) continue
      // A thinking block is signed together with what came before it.
      if (event.type === 'agent.thinking' && isChanged) continue
      const left = await this.event(event, calls)
      isChanged ||= left !== event
      kept.push(left)
    }
    return kept
  }

  private async event(
    event: SessionEvent,
    calls: ReadonlyMap<string, EventOf<'agent.tool_use'>>,
  ): Promise<SessionEvent> {
    switch (event.type) {
      case 'agent.tool_result': {
        const call = calls.get(event.toolUseId)
        const left = call ? await this.result(call, event) : null
        return left === null || left.content === event.content ? event : { ...event, ...left }
      }
      case 'context.reminder': {
        const text = this.reminder(event.text)
        return text === event.text ? event : { ...event, text }
      }
      case 'agent.thread_context_compacted': {
        const restored = event.restored.flatMap((each) => {
          const memory = this.hidden.find(({ memoryId }) => memoryId === each.memoryId)
          if (!memory || each.text === null) return [each]
          if (memory.lines === null) return []
          return [{ ...each, text: withoutLines(each.text, memory.lines) }]
        })
        const isSame = restored.every((each, index) => each === event.restored[index])
        return isSame && restored.length === event.restored.length ? event : { ...event, restored }
      }
      default:
        return event
    }
  }

  /** Returns whether a call wrote what is hidden, and so goes with it. */
  private isGone(call: EventOf<'agent.tool_use'>): boolean {
    const action = actionOf(call)
    if (action === null || action === 'view' || action === 'memory_read') return false
    return this.targets(call).some((memory) => {
      if (memory.lines === null) return true
      const written = textsIn(call.input)
      return written.some((text) => text.split('\n').some((line) => memory.lines?.has(line)))
    })
  }

  /** The hidden memories that a call names. */
  private targets(call: Pick<AgentToolUse, 'name' | 'input'>): HiddenMemory[] {
    return this.placesIn(call).flatMap((place) => this.byPlace.get(place) ?? [])
  }

  private placesIn({ name, input }: Pick<AgentToolUse, 'name' | 'input'>): string[] {
    if (name === MEMORY_TOOL) {
      const command = orNull(() => parseCommand(input))
      if (!command) return []
      const paths =
        command.command === 'rename' ? [command.old_path, command.new_path] : [command.path]
      return paths.flatMap((path) => {
        const at = orNull(() => parseToolPath(path, this.mounts))
        return at?.kind === 'in_store' ? [placeOf(at.mount.storeId, at.path)] : []
      })
    }
    if (!isDocumentTool(name) || name === 'memory_list' || name === 'memory_search') return []
    const parsed = parseDocumentInput(name, input)
    if (!parsed.isValid) return []
    const mount = this.mountOf(parsed.value.store)
    return mount ? [placeOf(mount.storeId, parsed.value.path)] : []
  }

  private mountOf(wanted: string | undefined): Mount | null {
    const [only, ...others] = this.mounts
    if (wanted === undefined) return only && others.length === 0 ? only : null
    return mountNamed(this.mounts, wanted)
  }

  private async result(
    call: EventOf<'agent.tool_use'>,
    event: EventOf<'agent.tool_result'>,
  ): Promise<Pick<AgentToolResult, 'content' | 'isError'>> {
    const { isError } = event
    const same = { content: event.content, isError }
    switch (actionOf(call)) {
      case 'view':
        return this.viewed(call, event)
      case 'str_replace': {
        const [memory] = this.targets(call)
        return memory?.lines && !isError
          ? { content: withoutNumbered(event.content, memory.lines), isError }
          : same
      }
      case 'memory_read': {
        const [memory] = this.targets(call)
        if (!memory || isError) return same
        if (memory.lines) return { content: withoutNumbered(event.content, memory.lines), isError }
        const { path } = call.input
        return { content: `Error: There is no document at ${String(path)}`, isError: true }
      }
      case 'memory_list':
        return isError ? same : { content: this.listed(call, event.content), isError }
      case 'memory_search':
        return isError ? same : { content: this.found(call, event.content), isError }
      default:
        return same
    }
  }

  private async viewed(
    call: EventOf<'agent.tool_use'>,
    event: EventOf<'agent.tool_result'>,
  ): Promise<Pick<AgentToolResult, 'content' | 'isError'>> {
    const { content, isError } = event
    if (isError) return { content, isError }
    const [memory] = this.targets(call)
    if (memory?.lines) return { content: withoutNumbered(content, memory.lines), isError }
    if (memory) {
      const shown = String(call.input.path).replace(/(?<=.)\/$/, '')
      const missing = `The path ${shown} does not exist. Please provide a valid path.`
      return { content: missing, isError: true }
    }
    if (!this.isListing(content)) return { content, isError }
    const again = await this.listAgain(call, event.createdAt)
    if (again?.whole === content) {
      return { content: again.without, isError: !this.isListing(again.without) }
    }
    const lines = content.split('\n').filter((line) => !this.isHiddenRow(line))
    return { content: lines.join('\n'), isError }
  }

  private isListing(content: string): boolean {
    return content.startsWith(LISTING)
  }

  /** A row of a listing of the memory tool: a size, and the path as the tool shows it. */
  private isHiddenRow(line: string): boolean {
    const [, path] = /^[\d.]+[BKMG]\t(.*)$/.exec(line) ?? []
    if (path === undefined) return false
    const at = orNull(() => parseToolPath(path, this.mounts))
    if (at?.kind !== 'in_store') return false
    return this.byPlace.get(placeOf(at.mount.storeId, at.path))?.lines === null
  }

  private listed({ input }: Pick<AgentToolUse, 'input'>, content: string): string {
    const parsed = parseDocumentInput('memory_list', input)
    const mount = parsed.isValid ? this.mountOf(parsed.value.store) : null
    if (!mount) return content
    const lines = content.split('\n').flatMap((line) => {
      const [, path] = /^[\d.]+[BKMG]\t(.*)$/.exec(line) ?? []
      return path === undefined ? [line] : this.row(line, mount.storeId, path)
    })
    if (lines.length > 0) return lines.join('\n')
    const prefix = parsed.isValid ? (parsed.value.path_prefix ?? '/') : '/'
    return `No documents at ${prefix}`
  }

  /** A row `size`, tab, `path`, without what is hidden. */
  private row(line: string, storeId: string, path: string): string[] {
    const memory = this.byPlace.get(placeOf(storeId, path))
    if (!memory) return [line]
    const left = withoutHidden(memory)
    if (left === null) return []
    const size = humanSize(Buffer.byteLength(left))
    return [`${size}${line.slice(line.indexOf('\t'))}`]
  }

  /** The answer of a search without the hits that are hidden. */
  private found({ input }: Pick<AgentToolUse, 'input'>, content: string): string {
    const parsed = parseDocumentInput('memory_search', input)
    if (!parsed.isValid) return content
    let mount = this.mountOf(parsed.value.store)
    let memory: HiddenMemory | null = null
    let heading: string | null = null
    const lines: string[] = []
    for (const line of content.split('\n')) {
      const [, named] = /^In the store (.+):$/.exec(line) ?? []
      if (named !== undefined) {
        mount = mountNamed(this.mounts, named)
        heading = line
        continue
      }
      if (line.startsWith('/')) {
        memory = (mount && this.byPlace.get(placeOf(mount.storeId, line))) ?? null
      }
      const isOfLine = memory?.lines && /^ {2}\d+: /.test(line)
      const isHidden = isOfLine
        ? memory?.lines?.has(line.replace(/^ {2}\d+: /, ''))
        : memory?.lines === null
      if (isHidden) continue
      if (heading !== null) lines.push(heading)
      heading = null
      lines.push(line)
    }
    const nothing = `No document holds ${JSON.stringify(parsed.value.query)}`
    return lines.length === 0 ? nothing : lines.join('\n')
  }

  /** A reminder without rows and requests about what is hidden. */
  private reminder(text: string): string {
    const lines: string[] = []
    let isOfHidden = false
    for (const line of text.split('\n')) {
      if (isOfHidden && line.startsWith('  ')) continue
      isOfHidden = false
      const memory = this.hidden.find((each) => this.isAbout(line, each))
      if (!memory) {
        lines.push(line)
        continue
      }
      const left = withoutHidden(memory)
      const isRow = !line.startsWith('- ')
      if (left === null) isOfHidden = !isRow
      else if (isRow) {
        lines.push(`${humanSize(Buffer.byteLength(left))}${line.slice(line.indexOf('\t'))}`)
      } else lines.push(line)
    }
    return lines.join('\n')
  }

  private isAbout(line: string, { storeId, paths }: HiddenMemory): boolean {
    const store = this.session.stores.find((each) => each.storeId === storeId)
    if (!store) return false
    const root = shownRoot(this.session, store)
    return paths.some((path) => {
      const shown = `${root}${path}`
      return (
        line.endsWith(`\t${shown}`) ||
        line.startsWith(`- ${shown}: `) ||
        line.startsWith(`- ${shown}, line`)
      )
    })
  }
}

const LISTING = "Here're the files and directories up to 2 levels deep in "

const placeOf = (storeId: string, path: string) => `${storeId} ${path}`

function withoutLines(text: string, hidden: ReadonlySet<string>): string {
  return text
    .split('\n')
    .filter((line) => !hidden.has(line))
    .join('\n')
}

const NUMBERED = /^ *(\d+)\t(.*)$/s

/** An answer with numbered lines, without the hidden ones and numbered anew. */
function withoutNumbered(content: string, hidden: ReadonlySet<string>): string {
  const kept: string[] = []
  let next: number | null = null
  for (const line of content.split('\n')) {
    const [, number, text] = NUMBERED.exec(line) ?? []
    if (number === undefined || text === undefined) {
      kept.push(line)
      continue
    }
    next ??= Number(number)
    if (hidden.has(text)) continue
    kept.push(numberLines([text], next))
    next++
  }
  return kept.join('\n')
}

function orNull<Value>(parse: () => Value): Value | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ToolRefusal) return null
    throw error
  }
}
