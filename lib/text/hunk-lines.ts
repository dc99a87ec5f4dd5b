import type { LineHunk } from './line-hunks'
import { type DiffLine, linesOf, markWords } from './text-diff'

export interface HunkLinesInput {
  before: string
  after: string
  hunk: LineHunk
  /** how many unchanged lines to show on each side */
  around: number
}

/** Pages show the beginning of a long hunk: in the rest no words are compared. */
const MAX_MARKED = 100

/** The lines of one hunk as a difference shows them, with unchanged ones around it. */
export function hunkLines({ before, after, hunk, around }: HunkLinesInput): DiffLine[] {
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  const [one, other] = [linesOf(before), linesOf(after)]
  const afterEnd = afterFrom + afterCount
  const shift = beforeFrom + beforeCount - afterEnd
  const same = (from: number, to: number, offset: number): DiffLine[] =>
    other.slice(from, to).map((line, index) => ({
      kind: 'same',
      before: from + index + offset + 1,
      after: from + index + 1,
      ...line,
    }))
  return [
    ...same(Math.max(0, afterFrom - around), afterFrom, beforeFrom - afterFrom),
    ...markWords(
      [
        ...one.slice(beforeFrom, beforeFrom + beforeCount).map((line, index): DiffLine => ({
          kind: 'removed',
          before: beforeFrom + index + 1,
          ...line,
          marks: [],
        })),
        ...other.slice(afterFrom, afterEnd).map((line, index): DiffLine => ({
          kind: 'added',
          after: afterFrom + index + 1,
          ...line,
          marks: [],
        })),
      ],
      MAX_MARKED,
    ),
    ...same(afterEnd, afterEnd + around, shift),
  ]
}
