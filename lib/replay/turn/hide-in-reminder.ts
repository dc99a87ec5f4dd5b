import type { Session } from '@/lib/agent/session'
import { shownRoot } from '@/lib/agent/system-prompt'
import { reminderWith } from '@/lib/context/reminder'
import { humanSize } from '@/lib/text/human-size'
import type { HiddenMemory } from './hidden'
import { numberWithout } from './hidden-lines'

/** The contents of memories with hidden lines when a reminder was written, by their ids, as far as it is known. */
export type HeldThen = ReadonlyMap<string, string>

/** A reminder without what it says of hidden memories and lines; null: nothing is left of it. */
export function hideInReminder(
  reminder: string,
  hidden: readonly HiddenMemory[],
  about: AboutReminder,
): string | null {
  return new ReminderWithout(hidden, about).of(reminder)
}

/** The state of things when a reminder was written. */
export interface AboutReminder {
  readonly session: Pick<Session, 'settings' | 'stores'>
  readonly then: HeldThen
  /** the memories that its requests are about, in their order, by their ids; null: not known */
  readonly requested: readonly (string | null)[]
}

class ReminderWithout {
  /** by place as the reminder names it */
  private readonly byPlace = new Map<string, HiddenMemory>()

  constructor(
    private readonly hidden: readonly HiddenMemory[],
    private readonly about: AboutReminder,
  ) {
    const { session } = about
    for (const memory of hidden) {
      const store = session.stores.find(({ storeId }) => storeId === memory.storeId)
      if (!store) continue
      const root = shownRoot(session, store)
      for (const path of memory.paths) this.byPlace.set(root + path, memory)
    }
  }

  of(reminder: string): string | null {
    return reminderWith(reminder, ({ kind, text }) => {
      switch (kind) {
        case 'listing':
          return this.listing(text)
        case 'changes':
          return this.changes(text)
        case 'requests':
          return this.requests(text)
        default:
          return text
      }
    })
  }

  /** A store a block: its name, then a row a memory. */
  private listing(text: string): string {
    const blocks = text.split('\n\n').map((block) => {
      const [head = '', ...rows] = block.split('\n')
      const left = rows.flatMap((row) => this.row(row))
      return { text: [head, ...(left.length === 0 ? [EMPTY] : left)].join('\n'), left }
    })
    const isEmpty = blocks.every(({ left }) => left.every((row) => row === EMPTY))
    return isEmpty ? '' : blocks.map((block) => block.text).join('\n\n')
  }

  private row(row: string): string[] {
    const tab = row.indexOf('\t')
    const memory = tab === -1 ? undefined : this.byPlace.get(row.slice(tab + 1))
    if (!memory) return [row]
    if (memory.lines === null) return []
    const left = memory.lines.without(this.about.then.get(memory.memoryId) ?? memory.lines.content)
    return [`${humanSize(Buffer.byteLength(left))}${row.slice(tab)}`]
  }

  private changes(text: string): string {
    const lines = text.split('\n')
    const left = lines.filter((line) => {
      const [, place] = /^- (.+?): (?:created|modified|deleted) by /.exec(line) ?? []
      return place === undefined || this.byPlace.get(place)?.lines !== null
    })
    return left.some((line) => !line.startsWith('- [')) ? left.join('\n') : ''
  }

  /** A request is a line that names its place, and what is asked, indented. */
  private requests(text: string): string {
    const requests: string[][] = []
    for (const line of text.split('\n')) {
      if (line.startsWith('  ')) requests.at(-1)?.push(line)
      else requests.push([line])
    }
    return requests.flatMap((request, index) => this.request(request, index)).join('\n')
  }

  private request(request: readonly string[], index: number): readonly string[] {
    const [head = '', ...said] = request
    const [, place, from, to = from, changed] = REQUEST.exec(head) ?? []
    // One about a memory that was gone names no place.
    const id = this.about.requested[index]
    const named = place === undefined ? undefined : this.byPlace.get(place)
    const memory = named ?? this.hidden.find(({ memoryId }) => memoryId === id)
    if (memory?.lines === null) return []
    if (memory && said.some((line) => memory.lines?.holds(line.trim()))) return []
    const then = memory && this.about.then.get(memory.memoryId)
    if (!memory || from === undefined || then === undefined) return request
    // The lines of an older version are not those that stand there now.
    if (changed !== undefined) return request
    const numbers = memory.lines.in(then)
    const asked = [Number(from), Number(to)] as const
    if ([...numbers].some((number) => number >= asked[0] && number <= asked[1])) return []
    const [first, last] = asked.map((number) => numberWithout(number, numbers))
    const where = first === last ? `line ${first}` : `lines ${first} to ${last}`
    return [`- ${place}, ${where}:`, ...said]
  }
}

const EMPTY = '(empty)'
const REQUEST = /^- (.+), lines? (\d+)(?: to (\d+))?(, as it was before: .*)?:$/
