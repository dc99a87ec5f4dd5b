import type { Side } from '@/lib/db/generated/sqlite/enums'
import type { Text } from '@/lib/store/plan/chains'
import { linesWithEnds } from '@/lib/text/lines'
import { groupedBy } from '@/lib/text/lists'
import { type LinePair, matchingLines } from '@/lib/text/matching-lines'

/**
 * The left side of a review: a memory as people left it. It is the state that a person has seen, with what
 * people did since, version by version; a weave of all lines that ever stood says whose each is.
 */

/** A version as the weave takes it. */
export interface SidedVersion {
  sequence: number
  side: Side
  /** what its memory held; null: it deleted the memory, 'unknown': it was redacted or is damaged */
  text: Text | null | 'unknown'
}

export interface WovenLine {
  text: string
  isPeoples: boolean
  /** who took it away; null: it stands */
  gone: 'agent' | 'person' | null
  /** an agent took it once: whenever it goes, it goes by that */
  wasTaken: boolean
  /** numbers of the versions that brought it, and took it; null: it stood in the base, and nobody has */
  addedBy: number | null
  removedBy: number | null
  /** its place in the base, from 0; null: it was not there */
  inBase: number | null
}

const isThere = ({ gone }: WovenLine) => gone === null

/** Lines with whose they are, as they were when they were asked for. */
export interface LinesOfPeople {
  /** of the left side */
  left: WovenLine[]
  /** those that stand after the last version */
  standing: WovenLine[]
  /** how many people wrote since the base, and took of it */
  changed: number
}

/** What people left of a memory, after the versions that it takes, oldest first. */
export class PeopleState {
  private woven: WovenLine[]
  private readonly paths: Paths
  private readonly end: LastEnd
  /** the lines that stood at the last versions, the newest first */
  private stood: ReadonlySet<WovenLine>[]
  /** texts of agents' lines whose places it remembers no more */
  private readonly forgotten = new Set<string>()
  /** what differs across a version that cannot be told counts as the agents' */
  private isUnknown = false

  /** `base`: what a person has seen, null: nothing, from before its first version. */
  constructor(base: Text | null) {
    this.woven = linesOf(base).map((text, at) => ({ ...lineOf(text, true, null), inBase: at }))
    this.paths = new Paths(base?.path ?? null)
    this.end = new LastEnd(isEnded(base))
    this.stood = [new Set(this.woven)]
  }

  take({ sequence, side, text }: SidedVersion): void {
    if (text === 'unknown') {
      this.isUnknown = true
      return
    }
    const isAgent = side === 'agent' || this.isUnknown
    this.isUnknown = false
    const lines = linesOf(text)
    const begun = this.beginning(lines, isAgent)
    this.woven = weave(this.woven, lines, { isAgent, sequence, ...begun })
    const isAgents = ({ text, addedBy }: WovenLine) =>
      addedBy === sequence && text.trim() !== '' && this.forgotten.has(text)
    for (const line of this.woven) if (isAgents(line)) line.isPeoples = false
    const most = Math.min(MOST_REMEMBERED, Math.max(2, MOST_WOVEN / lines.length))
    this.stood = [new Set(this.woven.filter(isThere)), ...this.stood].slice(0, most)
    if (this.woven.length > MOST_WOVEN) {
      const isKnown = (line: WovenLine) =>
        line.isPeoples || this.stood.some((lines) => lines.has(line))
      for (const line of this.woven) if (!isKnown(line)) this.forgotten.add(line.text)
      this.woven = this.woven.filter(isKnown)
    }
    this.paths.take(text?.path ?? null, isAgent)
    if (text) this.end.take(isEnded(text), isAgent)
  }

  /**
   * What a version is seen to begin at: of equal lines nobody can tell which came back. People's is the nearest
   * text, of what stands, what they left and what stood before; agents' what they left, if it is all of it.
   */
  private beginning(lines: readonly string[], isAgent: boolean): Beginning {
    const [standing = new Set<WovenLine>(), ...before] = this.stood
    const left = new Set(this.leftLines)
    let nearest: Beginning = { from: standing, far: Infinity, pairs: [] }
    for (const from of isAgent ? [standing, left] : [standing, left, ...before]) {
      const limit = isAgent && from !== standing ? Math.min(1, nearest.far) : nearest.far
      const texts = this.woven.flatMap((line) => (from.has(line) ? line.text : []))
      if (leastFar(texts, lines) >= limit) continue
      const pairs = matchingLines(texts, lines)
      const far = texts.length + lines.length - 2 * pairs.length
      if (far < limit) nearest = { from, far, pairs }
    }
    return nearest
  }

  /** Null: nothing. */
  get left(): Text | null {
    const lines = this.leftLines.map(({ text }) => text)
    const path = this.paths.left(lines.length > 0)
    const end = lines.length > 0 && this.end.isThere ? '\n' : ''
    return path === null ? null : { path, content: lines.join('\n') + end }
  }

  get lines(): LinesOfPeople {
    const standing = this.woven.filter(isThere)
    const changed = this.woven.filter(({ isPeoples, addedBy, gone }) =>
      addedBy === null ? gone === 'person' : isPeoples && gone !== 'person',
    ).length
    return structuredClone({ left: this.leftLines, standing, changed })
  }

  /** All lines that it remembers; texts alone weigh less. */
  get size(): number {
    return this.woven.length + Math.ceil(this.forgotten.size / 4)
  }

  private get leftLines(): WovenLine[] {
    return this.woven.filter((line) => line.isPeoples && line.gone !== 'person')
  }
}

/** Versions back to which people are seen to return, an undo, and its undo; fewer where they are very long. */
const MOST_REMEMBERED = 8

/** Beyond so many lines the places of agents' that are long gone are forgotten: each version looks at all. */
const MOST_WOVEN = 20_000

/** Null: there is no line that could end. */
const isEnded = (text: Text | null) => (text?.content ? text.content.endsWith('\n') : null)

const linesOf = (text: Text | null) =>
  linesWithEnds(text?.content ?? '').map((line) => line.replace(/\n$/, ''))

/** Whether people left the last line with an end. An end that comes back keeps whose it was. */
class LastEnd {
  private before: boolean | null
  private readonly agents = new Set<boolean | null>()

  constructor(private left: boolean | null) {
    this.before = left
  }

  take(now: boolean | null, isAgent: boolean): void {
    if (now !== this.before && isAgent) this.agents.add(now)
    if (now !== this.before && !this.agents.has(now)) this.left = now
    this.before = now
  }

  get isThere(): boolean {
    return this.left ?? this.before ?? false
  }
}

/** Where people left the memory, and whether they did. */
class Paths {
  private exists: boolean
  /** before people deleted it */
  private existed: boolean
  /** an agent deleted it once */
  private wasTaken = false
  private isPresent: boolean
  /** of the last version that had one */
  private last: string | null
  private readonly agents = new Set<string>()

  constructor(private path: string | null) {
    this.exists = path !== null
    this.existed = this.exists
    this.isPresent = this.exists
    this.last = path
  }

  take(to: string | null, isAgent: boolean): void {
    const isMoved = to !== null && to !== this.last
    if (isAgent) {
      if (isMoved) this.agents.add(to)
      this.wasTaken ||= to === null
    } else {
      if (to === null && this.isPresent && !this.wasTaken) {
        this.existed = this.exists
        this.exists = false
      }
      if (to !== null && !this.isPresent) this.exists ||= this.existed
      // A path that comes back keeps whose it was.
      if (isMoved && !this.agents.has(to)) this.path = to
    }
    this.isPresent = to !== null
    this.last = to ?? this.last
  }

  left(hasLines: boolean): string | null {
    return this.exists || hasLines ? (this.path ?? this.last) : null
  }
}

const lineOf = (text: string, isPeoples: boolean, addedBy: number | null): WovenLine => ({
  text,
  isPeoples,
  gone: null,
  wasTaken: false,
  addedBy,
  removedBy: null,
  inBase: null,
})

interface By {
  isAgent: boolean
  sequence: number
}

/** A text that a version is seen to begin at; `far` counts the lines that only one of both has. */
interface Beginning {
  from: ReadonlySet<WovenLine>
  far: number
  pairs: readonly LinePair[]
}

/** How far two texts are from each other at least: in whatever order their lines stand. */
function leastFar(some: readonly string[], others: readonly string[]): number {
  const unmet = new Map<string, number>()
  for (const text of some) unmet.set(text, (unmet.get(text) ?? 0) + 1)
  return others.reduce((far, text) => {
    const count = unmet.get(text) ?? 0
    unmet.set(text, count - 1)
    return count > 0 ? far - 1 : far + 1
  }, some.length)
}

/** All lines that ever stood, in place, after one more version. */
function weave(
  woven: readonly WovenLine[],
  after: readonly string[],
  { from: begun, pairs, ...by }: By & Beginning,
): WovenLine[] {
  const standing = woven.flatMap((line, at) => (begun.has(line) ? [at] : []))
  const parts: WovenLine[][] = []
  let from = 0
  let next = 0
  for (const pair of [...pairs, { before: standing.length, after: after.length }]) {
    const to = standing[pair.before] ?? woven.length
    const stretch = woven.slice(from, to)
    for (const line of stretch) if (isThere(line)) remove(line, by)
    const came = after.slice(next, pair.after)
    parts.push(came.length === 0 ? stretch : woveIn(stretch, came, by))
    const same = woven[to]
    if (same) parts.push([bringBack(same)])
    from = to + 1
    next = pair.after + 1
  }
  return by.isAgent ? parts.flat() : adopted(parts.flat(), by.sequence)
}

function remove(line: WovenLine, { isAgent, sequence }: By): void {
  line.wasTaken ||= isAgent
  line.gone = line.wasTaken ? 'agent' : 'person'
  line.removedBy = sequence
}

const bringBack = (line: WovenLine): WovenLine =>
  Object.assign(line, { gone: null, removedBy: null })

/** Lines that came between two that stayed, among those that ever stood there. */
function woveIn(stretch: WovenLine[], came: readonly string[], by: By): WovenLine[] {
  // A line that comes back keeps whose it was. Agents bring back only what agents took.
  const coming = new Set(came)
  const ghosts = stretch.some(({ text }) => coming.has(text))
    ? stretch.map((line, at) => (by.isAgent && line.gone !== 'agent' ? at : line.text))
    : []
  const parts: WovenLine[][] = []
  let at = 0
  let read = 0
  for (const pair of [
    ...matchingLines(ghosts, came),
    { before: stretch.length, after: came.length },
  ]) {
    const added = came.slice(read, pair.after).map((text) => lineOf(text, !by.isAgent, by.sequence))
    const back = stretch[pair.before]
    parts.push(stretch.slice(at, pair.before), added, back ? [bringBack(back)] : [])
    at = pair.before + 1
    read = pair.after + 1
  }
  return parts.flat()
}

/** Lines that people brought back from elsewhere are those that they were: of equal ones an agent's first. */
function adopted(woven: readonly WovenLine[], sequence: number): WovenLine[] {
  const came = woven.filter((line) => line.addedBy === sequence && line.text.trim() !== '')
  const texts = new Set(came.map(({ text }) => text))
  const gone = woven
    .filter((line) => !isThere(line) && texts.has(line.text))
    .toSorted((one, other) => Number(one.isPeoples) - Number(other.isPeoples))
  const ghosts = groupedBy(gone, ({ text }) => text)
  const back = new Map(came.map((line) => [line, ghosts.get(line.text)?.shift()]))
  const moved = new Set(back.values())
  return woven.flatMap((line) => {
    const ghost = back.get(line)
    return moved.has(line) ? [] : ghost ? bringBack(ghost) : line
  })
}
