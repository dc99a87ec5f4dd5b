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

type Sides = Pick<ChangeToReview, 'left' | 'head'> & { hunks: readonly Asked[] }
type Asked = Pick<ReviewHunk, 'beforeFrom' | 'beforeCount' | 'afterFrom' | 'afterCount' | 'flags'>

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
    const textsOf = ({ text }: SideLines, some: number[]) => some.map((at) => text(at) ?? '')
    const marks = wordMarksOfRun(textsOf(was, removed), textsOf(is, added))
    const changed = [
      ...removed.map((at) => ({ kind: 'removed', side: was, at, before: at + 1 }) as const),
      ...added.map((at) => ({ kind: 'added', side: is, at, after: at + 1 }) as const),
    ]
    const lines = changed.map(({ side, at, ...place }, index): Line => {
      const words = marks[index]
      const found = side === is ? flagged.get(at + 1) : undefined
      const line = { ...place, ...side.line(at, [...(words ?? []), ...(found ?? [])], longest) }
      if (!found) return { ...line, ...(words?.length && { words }) }
      // Where secrets are masked what was found is elsewhere in the line.
      return { ...line, flagged: line.text.includes(DOTS) ? maskedRanges(line.text) : found }
    })
    const cut = lines.reduce((sum, line) => sum + (line.cut ?? 0), 0)
    const isMasked = lines.some(({ text }) => text.includes(DOTS))
    if (lines.length > 0) {
      // Masked, or without an end, lines of the next hunk may read the same on both sides.
      const place = hunks.indexOf(hunk)
      const last = hunks[place - 1]
      const end = beforeFrom + beforeCount
      const above = Math.min(around, beforeFrom - (last ? last.beforeFrom + last.beforeCount : 0))
      const below = Math.min(around, (hunks[place + 1]?.beforeFrom ?? Infinity) - end)
      lines.unshift(...sameLines(was, is, [beforeFrom - 1, afterFrom - 1], -above))
      if (notShown === 0) lines.push(...sameLines(was, is, [end, afterFrom + afterCount], below))
    }
    return { lines, notShown, cut, isMasked }
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
  line: (
    at: number,
    words?: Line['words'],
    longest?: number,
  ) => Pick<Line, 'text' | 'syntax' | 'cut' | 'isUnended'>
}

function sideOf(text: ShownText | 'redacted' | null): SideLines {
  const { lines = [], path = '', isUnended = false } = (text === 'redacted' ? null : text) ?? {}
  const reader = syntaxReader(lines, languageOf(path))
  const line: SideLines['line'] = (at, words, longest) => {
    const tokens = at < MOST_COLOURED ? reader?.(at) : undefined
    const isLast = at === lines.length - 1
    return {
      ...drawnLine(lines[at] ?? '', tokens, words, longest),
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
