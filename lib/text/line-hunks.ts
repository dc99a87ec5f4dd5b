import { linesWithEnds } from './lines'
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
  const one = linesWithEnds(before)
  const other = linesWithEnds(after)
  const end: LinePair = { before: one.length, after: other.length }
  const hunks: LineHunk[] = []
  let at: LinePair = { before: 0, after: 0 }
  for (const pair of [...matchingLines(one, other), end]) {
    const beforeCount = pair.before - at.before
    const afterCount = pair.after - at.after
    if (beforeCount > 0 || afterCount > 0) {
      hunks.push({ beforeFrom: at.before, beforeCount, afterFrom: at.after, afterCount })
    }
    at = { before: pair.before + 1, after: pair.after + 1 }
  }
  return hunks
}

/**
 * What of a hunk brought some of its added lines, of which `isAsked` knows the numbers: each by itself where it
 * took the place of none, or of one each. Else all of the hunk, since nobody knows which came for which.
 */
export function partsOf(hunk: LineHunk, isAsked: (line: number) => boolean): LineHunk[] {
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  const asked = [...Array(afterCount).keys()].filter((at) => isAsked(afterFrom + at + 1))
  if (asked.length > 0 && beforeCount > 0 && beforeCount !== afterCount) return [hunk]
  const one = { beforeCount: Math.min(beforeCount, 1), afterCount: 1 }
  return asked.map((at) => ({
    ...one,
    beforeFrom: beforeFrom + at * one.beforeCount,
    afterFrom: afterFrom + at,
  }))
}

/** The newer text with some hunks' lines as they were before; the hunks do not overlap. */
export function withHunksReverted(
  before: string,
  after: string,
  hunks: readonly LineHunk[],
): string {
  const one = linesWithEnds(before)
  const other = linesWithEnds(after)
  const parts: string[][] = []
  let at = 0
  for (const hunk of hunks.toSorted((a, b) => a.afterFrom - b.afterFrom)) {
    const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
    parts.push(other.slice(at, afterFrom), one.slice(beforeFrom, beforeFrom + beforeCount))
    at = afterFrom + afterCount
  }
  return [...parts, other.slice(at)].flat().join('')
}
