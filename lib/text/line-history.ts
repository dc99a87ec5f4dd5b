import { matchingLines } from './matching-lines'

/** A text without someone's own changes to it. */
export interface TakenBack {
  /** without the own changes, except those that others overwrote */
  merged: string
  /** without any own changes, nor what others wrote over them */
  forced: string
  /** the steps of others, in the order of `add`, that overwrote own lines; none: both texts are equal */
  conflicts: number[]
}

/** One replacement within a step: adjacent lines deleted, and those inserted for them. */
interface Hunk {
  step: number
  isOwn: boolean
  removed: Line[]
  /** new lines; excludes lines that had been there before and came back */
  inserted: Line[]
}

/** A line of some version, in its position among all lines that ever existed. */
interface Line {
  text: number
  /** the hunks that inserted and deleted it, alternating; null inserted the original lines */
  turns: (Hunk | null)[]
}

/**
 * The lines of a text across consecutive versions, where each change is one's own or by others.
 * Every line keeps its position and records who inserted and deleted it, so that the text without
 * the own changes can be computed, however they interleave with others'.
 *
 * Two changes conflict where one rewrites what the other wrote, or where a line would have to go
 * between lines of which the other left none. Adjacent lines do not conflict.
 */
export class LineHistory {
  private readonly numbers = new Map<string, number>()
  private readonly hunks: Hunk[] = []
  private lines: Line[]
  private readonly endings: { isOwn: boolean; isEnded: boolean | null }[]
  private steps = 0

  constructor(text: string) {
    this.lines = this.numbered(text).map((line) => ({ text: line, turns: [null] }))
    this.endings = [{ isOwn: false, isEnded: endingOf(text) }]
  }

  /** Adds the next version of the text. */
  add(text: string, isOwn: boolean): void {
    const after = this.numbered(text)
    const present: number[] = []
    for (const [position, line] of this.lines.entries()) if (isPresent(line)) present.push(position)
    const before = present.map((position) => this.lines[position]?.text ?? -1)
    const woven: Line[] = []
    let from = 0
    let next = 0
    const pairs = matchingLines(before, after)
    for (const pair of [...pairs, { before: before.length, after: after.length }]) {
      const to = present[pair.before] ?? this.lines.length
      const stretch = this.lines.slice(from, to)
      const came = after.slice(next, pair.after)
      const same = this.lines[to]
      for (const line of this.rewritten(stretch, came, same, isOwn)) woven.push(line)
      if (same) woven.push(same)
      from = to + 1
      next = pair.after + 1
    }
    this.lines = woven
    this.endings.push({ isOwn, isEnded: endingOf(text) })
    this.steps++
  }

  /** The last version without the own changes; what others made of own lines stays. */
  withoutOwn(): string {
    return this.textWithout(new Set(this.hunks.filter(({ isOwn }) => isOwn)))
  }

  /** The text without the own changes, and where others conflict with that. */
  takenBack(): TakenBack {
    const own = new Set(this.hunks.filter(({ isOwn }) => isOwn))
    const forced = new Set(own)
    const conflicts = new Set<number>()
    let kept = own
    for (;;) {
      const conflicting = this.conflictsWith(kept)
      if (conflicting.length === 0) break
      for (const { other } of conflicting) if (!other.isOwn) conflicts.add(other.step)
      kept = without(kept, new Set(conflicting.flatMap(({ group }) => [...group])))
    }
    for (;;) {
      const rewriting = this.conflictsWith(forced).flatMap(({ other, isRewritten }) =>
        isRewritten ? [other] : [],
      )
      if (rewriting.length === 0) break
      for (const other of rewriting) forced.add(other)
    }
    return {
      merged: this.textWithout(kept),
      forced: this.textWithout(forced),
      conflicts: [...conflicts].sort((one, other) => one - other),
    }
  }

  /** Resolves the range between two lines that stay; `came` is everything now in it. */
  private rewritten(
    stretch: readonly Line[],
    came: readonly number[],
    below: Line | undefined,
    isOwn: boolean,
  ): Line[] {
    const removed = stretch.filter((line) => isPresent(line))
    if (removed.length === 0 && came.length === 0) return [...stretch]
    const hunk: Hunk = { step: this.steps, isOwn, removed, inserted: [] }
    this.hunks.push(hunk)
    const absent = stretch.filter((line) => !isPresent(line))
    const back = matchingLines(
      absent.map(({ text }) => text),
      came,
    )
    const result: Line[] = []
    let from = 0
    let next = 0
    for (const pair of [...back, { before: absent.length, after: came.length }]) {
      const returning = absent[pair.before]
      const to = returning ? stretch.indexOf(returning, from) : stretch.length
      const part = stretch.slice(from, to)
      const fresh = came.slice(next, pair.after).map((text): Line => ({ text, turns: [hunk] }))
      const at = insertionIndex(part, new Set(removed), returning ?? below)
      for (const line of part.slice(0, at)) result.push(line)
      for (const line of fresh) result.push(line)
      for (const line of part.slice(at)) result.push(line)
      hunk.inserted.push(...fresh)
      if (returning) {
        returning.turns.push(hunk)
        result.push(returning)
      }
      from = to + 1
      next = pair.after + 1
    }
    for (const line of removed) line.turns.push(hunk)
    return result
  }

  /**
   * Finds others' conflicts with undoing these hunks: with which of the hunks, and whether others
   * rewrote their lines.
   */
  private conflictsWith(
    taken: ReadonlySet<Hunk>,
  ): { group: ReadonlySet<Hunk>; other: Hunk; isRewritten: boolean }[] {
    const groups = groupsOf(taken)
    const positions = new Map(this.lines.map((line, position) => [line, position]))
    const isRestored = (line: Line) => !isPresent(line) && isPresent(line, taken)
    const restores = new Map<ReadonlySet<Hunk>, boolean>()
    const isPutBack = new Map<ReadonlySet<Hunk>, boolean>()
    for (const group of new Set(groups.values())) {
      const removed = [...group].flatMap((hunk) =>
        hunk.removed.filter((line) => isPresent(line, taken)),
      )
      restores.set(group, removed.some(isRestored))
      isPutBack.set(group, removed.length > 0 && removed.every((line) => isPresent(line)))
    }
    const conflicting: { group: ReadonlySet<Hunk>; other: Hunk; isRewritten: boolean }[] = []
    const meet = (hunk: Hunk, other: Hunk, isRewritten: boolean) => {
      const group = groups.get(hunk)
      if (group) conflicting.push({ group, other, isRewritten })
    }

    for (const other of this.hunks) {
      if (taken.has(other)) continue
      const isNew = other.inserted.some((line) => isPresent(line, taken))
      for (const line of other.removed) {
        const hunk = line.turns[line.turns.indexOf(other) - 1]
        const group = hunk && groups.get(hunk)
        if (!hunk || !group) continue
        const isRewritten = isNew && !isPutBack.get(group)
        if (isRewritten || restores.get(group)) meet(hunk, other, isRewritten)
      }
    }

    for (const hunk of taken) {
      const group = groups.get(hunk)
      if (!group || !restores.get(group) || hunk.inserted.length < 2) continue
      const [low, high] = span(hunk.inserted, positions)
      for (const line of this.lines.slice(low + 1, high)) {
        const [other] = line.turns
        if (other && !taken.has(other) && isPresent(line) && isPresent(line, taken)) {
          meet(hunk, other, false)
        }
      }
    }

    const restored = this.lines.filter(isRestored)
    for (const other of this.hunks) {
      if (restored.length === 0) break
      if (taken.has(other) || other.removed.length < 2) continue
      const [low, high] = span(other.removed, positions)
      for (const line of restored) {
        const position = positions.get(line) ?? -1
        const hunk = line.turns.findLast((turn) => turn !== null && taken.has(turn))
        if (position > low && position < high && hunk && !other.removed.includes(line)) {
          meet(hunk, other, false)
        }
      }
    }
    return conflicting
  }

  private textWithout(taken: ReadonlySet<Hunk>): string {
    const lines = this.lines.filter((line) => isPresent(line, taken))
    if (lines.length === 0) return ''
    let isEnded: boolean | null = null
    let previous: boolean | null = null
    for (const ending of this.endings) {
      const isChanged = ending.isEnded !== previous
      if (isEnded === null || (isChanged && !ending.isOwn)) isEnded = ending.isEnded
      previous = ending.isEnded
    }
    const texts = [...this.numbers.keys()]
    return lines.map(({ text }) => texts[text]).join('\n') + (isEnded ? '\n' : '')
  }

  private numbered(text: string): number[] {
    return linesOf(text).map((line) => {
      const number = this.numbers.get(line) ?? this.numbers.size
      this.numbers.set(line, number)
      return number
    })
  }
}

/** A final newline ends the last line and starts no further one; an empty text has no lines. */
function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** True if the last line ends in a newline; null if there is no line. */
function endingOf(text: string): boolean | null {
  return text === '' ? null : text.endsWith('\n')
}

/** Returns whether a line is in the text, or would be without these hunks. */
function isPresent(line: Line, taken?: ReadonlySet<Hunk>): boolean {
  for (let turn = line.turns.length - 1; turn >= 0; turn--) {
    const hunk = line.turns[turn]
    if (!taken || !hunk || !taken.has(hunk)) return turn % 2 === 0
  }
  return false
}

/**
 * The index for new lines among lines that are absent: after the ones they replace; else at the
 * end, but before lines that were rewritten into the line below.
 */
function insertionIndex(
  part: readonly Line[],
  removed: ReadonlySet<Line>,
  below: Line | undefined,
): number {
  const last = part.findLastIndex((line) => removed.has(line))
  if (last >= 0) return last + 1
  const attached = new Set(below?.turns.slice(0, 1))
  let at = part.length
  for (; at > 0; at--) {
    const line = part[at - 1]
    const taker = line?.turns.at(-1)
    if (!line || !taker || !attached.has(taker)) break
    attached.add(line.turns[0] ?? null)
  }
  return at
}

/** Groups hunks: two belong together when one deletes what the other inserted. */
function groupsOf(hunks: ReadonlySet<Hunk>): Map<Hunk, ReadonlySet<Hunk>> {
  const groups = new Map<Hunk, Set<Hunk>>()
  for (const hunk of hunks) {
    let group = new Set([hunk])
    groups.set(hunk, group)
    for (const line of hunk.removed) {
      const earlier = line.turns[line.turns.indexOf(hunk) - 1]
      const other = earlier && groups.get(earlier)
      if (!other || other === group) continue
      const [small, large] = other.size < group.size ? [other, group] : [group, other]
      for (const each of small) {
        large.add(each)
        groups.set(each, large)
      }
      group = large
    }
  }
  return groups
}

function span(lines: readonly Line[], positions: ReadonlyMap<Line, number>): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = -1
  for (const line of lines) {
    const position = positions.get(line) ?? -1
    low = Math.min(low, position)
    high = Math.max(high, position)
  }
  return [low, high]
}

function without(hunks: ReadonlySet<Hunk>, some: ReadonlySet<Hunk>): Set<Hunk> {
  return new Set([...hunks].filter((hunk) => !some.has(hunk)))
}
