import type { Side } from '@/lib/db/generated/sqlite/enums'
import { matchingLines } from '@/lib/text/matching-lines'

/**
 * The left side of a review: a memory as people left it. It is the state that a person has seen, with what
 * people did since, version by version; a weave of all lines that ever stood says whose each is.
 */

/** A version as the weave takes it. `path` null: it deleted the memory; `lines` null: it was redacted. */
export interface SidedVersion {
  sequence: number
  side: Side
  path: string | null
  /** without their ends */
  lines: readonly string[] | null
}

export interface WovenLine {
  text: string
  isPeoples: boolean
  isThere: boolean
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

interface LeftState {
  path: string
  lines: string[]
}

/** What people left of a memory, after the versions that it takes, oldest first. */
export class PeopleState {
  private woven: WovenLine[]
  private readonly paths: Paths
  /** what differs across a redacted version counts as the agents' */
  private isUnknown = false

  /**
   * `base`: the version that a person has seen, null: from before its first. Of a redacted base nothing
   * is known; its caller asks before.
   */
  constructor(base: Pick<SidedVersion, 'path' | 'lines'> | null) {
    const begun = base?.path == null ? [] : (base.lines ?? [])
    this.woven = begun.map((text, at) => ({ ...lineOf(text, true, null), inBase: at }))
    this.paths = new Paths(base?.path ?? null)
  }

  take({ sequence, side, path, lines }: SidedVersion): void {
    if (lines === null) {
      this.isUnknown = true
      return
    }
    const isAgent = side === 'agent' || this.isUnknown
    this.isUnknown = false
    this.woven = weave(this.woven, path === null ? [] : lines, { isAgent, sequence })
    this.paths.take(path, isAgent)
  }

  /** Null: nothing. */
  get left(): LeftState | null {
    const lines = this.leftLines.map(({ text }) => text)
    const path = this.paths.left(lines.length > 0)
    return path === null ? null : { path, lines }
  }

  /** The lines of the left side. */
  get leftLines(): WovenLine[] {
    return this.woven.filter((line) => line.isPeoples && (line.isThere || line.gone === 'agent'))
  }

  /** The lines that stand after the last version. */
  get standing(): WovenLine[] {
    return this.woven.filter(({ isThere }) => isThere)
  }

  /** Lines that people wrote since the base, and lines of it that they removed. */
  get changedByPeople(): number {
    return this.woven.filter(({ isPeoples, addedBy, gone }) =>
      addedBy === null ? gone === 'person' : isPeoples && gone !== 'person',
    ).length
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
  isThere: true,
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

/** All lines that ever stood, in place, after one more version. */
function weave(woven: readonly WovenLine[], after: readonly string[], by: By): WovenLine[] {
  const standing = woven.flatMap((line, at) => (line.isThere ? [at] : []))
  const texts = standing.map((at) => woven[at]?.text ?? '')
  const out: WovenLine[] = []
  const fromPeople: WovenLine[] = []
  let from = 0
  let next = 0
  for (const pair of [
    ...matchingLines(texts, after),
    { before: standing.length, after: after.length },
  ]) {
    const to = standing[pair.before] ?? woven.length
    const stretch = woven.slice(from, to)
    for (const line of stretch) if (line.isThere) remove(line, by)
    const came = after.slice(next, pair.after)
    out.push(...(came.length === 0 ? stretch : woveIn(stretch, came, by, fromPeople)))
    const same = woven[to]
    if (same) out.push(same)
    from = to + 1
    next = pair.after + 1
  }
  for (const line of fromPeople) adopt(line, out)
  return out
}

function remove(line: WovenLine, { isAgent, sequence }: By): void {
  line.isThere = false
  line.wasTaken ||= isAgent
  line.gone = line.wasTaken ? 'agent' : 'person'
  line.removedBy = sequence
}

/** Lines that came between two that stayed, among those that ever stood there. */
function woveIn(
  stretch: readonly WovenLine[],
  came: readonly string[],
  by: By,
  fromPeople: WovenLine[],
): WovenLine[] {
  // A line that comes back keeps whose it was. Agents bring back only what agents took.
  const ghosts = stretch.map((line, at) => (by.isAgent && line.gone !== 'agent' ? at : line.text))
  const out: WovenLine[] = []
  let at = 0
  let read = 0
  for (const pair of [
    ...matchingLines(ghosts, came),
    { before: stretch.length, after: came.length },
  ]) {
    const added = came.slice(read, pair.after).map((text) => lineOf(text, !by.isAgent, by.sequence))
    out.push(...stretch.slice(at, pair.before), ...added)
    if (!by.isAgent) fromPeople.push(...added)
    const back = stretch[pair.before]
    if (back) out.push(Object.assign(back, { isThere: true, gone: null, removedBy: null }))
    at = pair.before + 1
    read = pair.after + 1
  }
  return out
}

/** A line that people brought back from elsewhere is the one that it was: of equal ones an agent's first. */
function adopt(line: WovenLine, woven: WovenLine[]): void {
  if (line.text.trim() === '') return
  const ghosts = woven.filter((each) => !each.isThere && each.text === line.text)
  const ghost = ghosts.find((each) => !each.isPeoples) ?? ghosts[0]
  if (!ghost) return
  const { isPeoples, wasTaken, addedBy, inBase } = ghost
  Object.assign(line, { isPeoples, wasTaken, addedBy, inBase })
  woven.splice(woven.indexOf(ghost), 1)
}
