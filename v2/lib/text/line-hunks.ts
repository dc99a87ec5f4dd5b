import { countLines, linesWithEnds } from './lines'
import { type LinePair, matchingLines } from './matching-lines'

/** A run of lines that was removed, added or replaced; positions count from 0. */
export interface LineHunk {
  beforeFrom: number
  beforeCount: number
  afterFrom: number
  afterCount: number
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
  return matchingLines(linesWithEnds(before), linesWithEnds(after))
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
