import { type LinePair, matchingLines } from '@/lib/text/matching-lines'
import { runsIn } from './runs-in'

/**
 * Lines of a memory that are hidden, by their numbers when the turn began. Other versions of it have
 * them elsewhere, or in other words.
 */
export class HiddenLines {
  private readonly lines: readonly string[]
  private readonly texts: ReadonlySet<string>
  private readonly known = new Map<string, ReadonlySet<number>>()
  private ownRuns: ReadonlySet<string> | null = null

  constructor(
    /** of the memory when the turn began */
    readonly content: string,
    /** from 1 */
    private readonly numbers: ReadonlySet<number>,
  ) {
    this.lines = content.split('\n')
    this.texts = new Set(this.own().filter((text) => text.trim() !== ''))
  }

  /** The hidden lines, as a text. */
  get text(): string {
    return this.own().join('\n')
  }

  /**
   * The numbers of these lines in a version of their memory, from 1. Those that stand elsewhere in it,
   * or in words that only they have, are among them.
   */
  in(version: string): ReadonlySet<number> {
    if (version === this.content) return this.numbers
    const known = this.known.get(version)
    if (known) return known
    const lines = version.split('\n')
    const now = new Map(pairsOf(lines, this.lines).map(({ before, after }) => [before, after]))
    const hidden = new Set<number>()
    for (const [index, line] of lines.entries()) {
      const at = now.get(index)
      if (at === undefined ? this.holds(line) : this.numbers.has(at + 1)) hidden.add(index + 1)
    }
    this.known.set(version, hidden)
    return hidden
  }

  /** A version of their memory without these lines. */
  without(version: string): string {
    return withoutNumbers(version, this.in(version))
  }

  /**
   * Returns whether a line, or a part of one, is of these, as far as its text tells: it is the same as
   * one, or shares a run of words with them that no other line of the memory has.
   */
  holds(line: string): boolean {
    if (this.texts.has(line)) return true
    this.ownRuns ??= this.runsOfNoOther()
    for (const run of runsIn(line)) if (this.ownRuns.has(run)) return true
    return false
  }

  private own(): string[] {
    return this.lines.filter((_, index) => this.numbers.has(index + 1))
  }

  private runsOfNoOther(): Set<string> {
    const runs = new Set(this.own().flatMap((line) => [...runsIn(line)]))
    for (const [index, line] of this.lines.entries()) {
      if (!this.numbers.has(index + 1)) for (const run of runsIn(line)) runs.delete(run)
    }
    return runs
  }
}

/** A text without some of its lines, by their numbers. */
export function withoutNumbers(text: string, numbers: ReadonlySet<number>): string {
  return text
    .split('\n')
    .filter((_, index) => !numbers.has(index + 1))
    .join('\n')
}

/** The number that a line has once others are hidden. */
export function numberWithout(number: number, hidden: ReadonlySet<number>): number {
  let before = 0
  for (const each of hidden) if (each < number) before++
  return number - before
}

function pairsOf(before: readonly string[], after: readonly string[]): LinePair[] {
  const ids = new Map<string, number>()
  const idOf = (line: string) => {
    const id = ids.get(line) ?? ids.size
    ids.set(line, id)
    return id
  }
  return matchingLines(before.map(idOf), after.map(idOf))
}
