import { countLines } from './lines'
import { type LinePair, matchingLines } from './matching-lines'

/** A run of lines that was removed, added or replaced; positions count from 0. */
export interface LineHunk {
  beforeFrom: number
  beforeCount: number
  afterFrom: number
  afterCount: number
}

/** Every line with its newline, so that joining them gives the text again, to the byte. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/**
 * The unbroken runs of lines in which two texts differ, in order. Last lines with and without a
 * newline differ.
 */
export function lineHunks(before: string, after: string): LineHunk[] {
  return hunksBetween(linePairs(before, after), {
    before: countLines(before),
    after: countLines(after),
  })
}

/** The hunks between two texts with these numbers of lines, of which these pairs are equal. */
export function hunksBetween(pairs: readonly LinePair[], lines: LinePair): LineHunk[] {
  const hunks: LineHunk[] = []
  let at: LinePair = { before: 0, after: 0 }
  for (const pair of [...pairs, lines]) {
    const beforeCount = pair.before - at.before
    const afterCount = pair.after - at.after
    if (beforeCount > 0 || afterCount > 0) {
      hunks.push({ beforeFrom: at.before, beforeCount, afterFrom: at.after, afterCount })
    }
    at = { before: pair.before + 1, after: pair.after + 1 }
  }
  return hunks
}

/** The lines that two texts have in common, in the order of both, to the byte. */
export function linePairs(before: string, after: string): LinePair[] {
  return pairsOf(linesWithEnds(before), linesWithEnds(after))
}

/** The lines that two texts have in common, in the order of both; a last newline does not count. */
export function commonLines(before: string, after: string): LinePair[] {
  const lines = (text: string) => linesWithEnds(text).map((line) => line.replace(/\n$/, ''))
  return pairsOf(lines(before), lines(after))
}

/** A hunk and the text that takes the place of its lines in the newer text. */
export interface HunkReplacement {
  hunk: LineHunk
  text: string
}

/** The newer text with some hunks' lines replaced; the hunks do not overlap. */
export function withHunksReplaced(after: string, replacements: readonly HunkReplacement[]): string {
  const lines = linesWithEnds(after)
  const parts: string[] = []
  let at = 0
  for (const { hunk, text } of replacements.toSorted(byPosition)) {
    parts.push(...lines.slice(at, hunk.afterFrom), text)
    at = hunk.afterFrom + hunk.afterCount
  }
  parts.push(...lines.slice(at))
  return parts.join('')
}

const byPosition = (one: HunkReplacement, other: HunkReplacement) =>
  one.hunk.afterFrom - other.hunk.afterFrom

/** The newer text with some hunks' lines as they were before. */
export function withHunksReverted(
  before: string,
  after: string,
  hunks: readonly LineHunk[],
): string {
  const lines = linesWithEnds(before)
  const replacements = hunks.map((hunk) => ({
    hunk,
    text: lines.slice(hunk.beforeFrom, hunk.beforeFrom + hunk.beforeCount).join(''),
  }))
  return withHunksReplaced(after, replacements)
}

/**
 * The lines that stayed the same between an earlier comparison and the present one, of the text that
 * was compared with and of what it became; null: nothing changed there.
 */
export interface SamePairs {
  before: readonly LinePair[] | null
  after: readonly LinePair[] | null
}

/**
 * Matches hunks of an earlier comparison with those of the present one: a hunk survives if it
 * removes the same lines, and its added lines stand unbroken in the newer text (review page, State
 * that survives). Maps the position of an earlier hunk in its list to that of the present one.
 */
export function survivingHunks(
  earlier: readonly LineHunk[],
  present: readonly LineHunk[],
  same: SamePairs,
): Map<number, number> {
  const beforeOf = movedRanges(same.before)
  const afterOf = movedRanges(same.after)
  const survivors = new Map<number, number>()
  for (const [index, hunk] of earlier.entries()) {
    const beforeFrom = beforeOf(hunk.beforeFrom, hunk.beforeCount)
    const afterFrom = afterOf(hunk.afterFrom, hunk.afterCount)
    const now = present.findIndex(
      (each) =>
        each.beforeCount === hunk.beforeCount &&
        each.afterCount === hunk.afterCount &&
        (hunk.beforeCount === 0 || each.beforeFrom === beforeFrom) &&
        (hunk.afterCount === 0 || each.afterFrom === afterFrom),
    )
    if (now !== -1) survivors.set(index, now)
  }
  return survivors
}

/**
 * Maps a range of lines of one text to another in which it stands unbroken; null if it does not.
 */
function movedRanges(
  same: readonly LinePair[] | null,
): (start: number, count: number) => number | null {
  if (same === null) return (start) => start
  const positions = new Map(same.map(({ before, after }) => [before, after]))
  return (start, count) => {
    const first = positions.get(start)
    if (first === undefined) return null
    for (let offset = 1; offset < count; offset++) {
      if (positions.get(start + offset) !== first + offset) return null
    }
    return first
  }
}

function pairsOf(one: readonly string[], other: readonly string[]): LinePair[] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  }
  return matchingLines(one.map(numberOf), other.map(numberOf))
}
