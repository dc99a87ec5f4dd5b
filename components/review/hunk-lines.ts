import { drawnLine, MOST_COLOURED } from '@/components/lines/diff-lines'
import { flaggedRanges } from '@/components/flags/ranges'
import type { Line } from '@/components/lines/line'
import type { ChangeToReview, ReviewHunk, ShownText } from '@/lib/review/change-to-review'
import { languageOf, syntaxReader } from '@/lib/text/syntax'
import { wordMarksOfRun } from '@/lib/text/word-marks'
import type { HunkLines } from './shown'

/** Changed lines of a hunk that come with it, and unchanged ones around. */
const AT_REST = { most: 400, around: 3, longest: undefined }

/** Once somebody asks for more. What was changed may stand behind where a line is cut. */
const WIDE = { most: Infinity, around: 40, longest: Infinity }

type Sides = Pick<ChangeToReview, 'left' | 'head'> & { hunks: readonly Pick<ReviewHunk, 'flags'>[] }
type Asked = Pick<ReviewHunk, 'beforeFrom' | 'beforeCount' | 'afterFrom' | 'afterCount'>

/** Draws lines of a change's hunks, with some around; texts are masked before. */
export function hunkLinesOf({
  left,
  head,
  hunks,
}: Sides): (hunk: Asked, isWide?: boolean) => HunkLines {
  const was = sideOf(left)
  const is = sideOf(head)
  const flags = hunks.flatMap((each) => each.flags)
  const flagged = flaggedRanges(flags, head?.lines ?? [])
  return (hunk, isWide = false) => {
    const { most, around, longest } = isWide ? WIDE : AT_REST
    const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
    const removed = numbers(beforeFrom, Math.min(beforeCount, most))
    const added = numbers(afterFrom, Math.min(afterCount, most - removed.length))
    const notShown = beforeCount + afterCount - removed.length - added.length
    const changed: Line[] = [
      ...removed.map((at): Line => ({ kind: 'removed', ...was.line(at, longest), before: at + 1 })),
      ...added.map((at): Line => ({ kind: 'added', ...is.line(at, longest), after: at + 1 })),
    ]
    const texts = changed.map(({ text }) => text)
    const marks = wordMarksOfRun(texts.slice(0, removed.length), texts.slice(removed.length))
    const lines = changed.map((line, at): Line => {
      const words = marks[at]
      const found = line.kind === 'added' ? flagged.get(line.after ?? 0) : undefined
      if (!found) return { ...line, ...(words?.length && { words }) }
      // Where secrets are masked what was found is elsewhere in the line.
      return { ...line, flagged: line.text.includes(DOTS) ? maskedRanges(line.text) : found }
    })
    if (lines.length > 0) {
      lines.unshift(...sameLines(was, is, [beforeFrom - 1, afterFrom - 1], -around))
      const end = [beforeFrom + beforeCount, afterFrom + afterCount] as const
      if (notShown === 0) lines.push(...sameLines(was, is, end, around))
    }
    const cut = changed.reduce((sum, line) => sum + (line.cut ?? 0), 0)
    return { lines, notShown, cut, isMasked: changed.some(({ text }) => text.includes(DOTS)) }
  }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** Unchanged lines from a place on, before it where `count` is negative. */
function sameLines(
  was: SideLines,
  is: SideLines,
  [before, after]: readonly [number, number],
  count: number,
): Line[] {
  const step = Math.sign(count)
  const lines: Line[] = []
  for (let by = 0; by !== count; by += step) {
    const one = before + by
    const other = after + by
    if (was.text(one) === undefined || was.text(one) !== is.text(other)) break
    lines.push({ kind: 'same', ...is.line(other), before: one + 1, after: other + 1 })
  }
  return step < 0 ? lines.reverse() : lines
}

interface SideLines {
  /** undefined: there is none */
  text: (at: number) => string | undefined
  line: (at: number, longest?: number) => Pick<Line, 'text' | 'syntax' | 'cut' | 'isUnended'>
}

function sideOf(text: ShownText | 'redacted' | null): SideLines {
  const { lines = [], path = '', isUnended = false } = (text === 'redacted' ? null : text) ?? {}
  const reader = syntaxReader(lines, languageOf(path))
  const line = (at: number, longest?: number) => {
    const tokens = at < MOST_COLOURED ? reader?.(at) : undefined
    const isLast = at === lines.length - 1
    return {
      ...drawnLine(lines[at] ?? '', tokens, longest),
      ...(isUnended && isLast && { isUnended }),
    }
  }
  return { text: (at) => lines[at], line }
}

/** What stands for the rest of a masked text, `masked` of lib/text. */
const DOTS = '••••'

const maskedRanges = (text: string) =>
  [...text.matchAll(/[^\s"'`=:]{0,4}•{4,}/g)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  )
