import { hunksBetween } from './line-hunks'
import { type LinePair, matchingLines } from './matching-lines'
import { type Mark, wordMarks } from './word-marks'

/** A line of a difference; line numbers start at 1. */
export type DiffLine =
  | { kind: 'same'; before: number; after: number; text: string; isUnended: boolean }
  | { kind: 'removed'; before: number; text: string; isUnended: boolean; marks: readonly Mark[] }
  | { kind: 'added'; after: number; text: string; isUnended: boolean; marks: readonly Mark[] }

/** Changed lines with their context. */
export interface DiffHunk {
  /** unchanged lines between the previous hunk, or the start, and this one */
  skipped: number
  lines: DiffLine[]
}

export interface TextDiff {
  hunks: DiffHunk[]
  /** unchanged lines after the last hunk */
  skippedAfter: number
  added: number
  removed: number
}

/** A line, and whether it lacks a final newline: only a text's last line may. */
interface Line {
  text: string
  isUnended: boolean
}

/**
 * The difference between two texts, line by line, with `around` unchanged lines around each change.
 * Last lines with and without a newline differ. Where a line was partly rewritten, `marks` say
 * which words.
 */
export function textDiff(before: string, after: string, around = 3): TextDiff {
  const lines = markWords(diffLines(linesOf(before), linesOf(after)))
  const isShown = shownLines(lines, around)
  const hunks: DiffHunk[] = []
  let skipped = 0
  for (const [index, line] of lines.entries()) {
    if (!isShown[index]) {
      skipped += 1
      continue
    }
    const isNext = index > 0 && isShown[index - 1]
    if (!isNext) hunks.push({ skipped, lines: [] })
    hunks.at(-1)?.lines.push(line)
    skipped = 0
  }
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { hunks, skippedAfter: skipped, added: count('added'), removed: count('removed') }
}

/** Lines removed and added between two texts. */
export interface LineCounts {
  added: number
  removed: number
}

/**
 * Counts the lines that `textDiff` calls added and removed, without comparing words within lines.
 */
export function countLines(before: string, after: string): LineCounts {
  const one = linesOf(before)
  const other = linesOf(after)
  if (one.length === 0 || other.length === 0) return { added: other.length, removed: one.length }
  const same = sameLines(one, other).length
  return { added: other.length - same, removed: one.length - same }
}

/** Counts the unbroken runs of lines that `textDiff` calls added and removed. */
export function countRuns(before: string, after: string): number {
  const [one, other] = [linesOf(before), linesOf(after)]
  return hunksBetween(sameLines(one, other), { before: one.length, after: other.length }).length
}

/** The lines of a text as a difference shows them; none of an empty one. */
export function linesOf(text: string): Line[] {
  if (text === '') return []
  const parts = text.split('\n')
  const last = parts.pop() ?? ''
  const lines = parts.map((part) => ({ text: part, isUnended: false }))
  return last === '' ? lines : [...lines, { text: last, isUnended: true }]
}

/** Lines that differ only in their final newline are different. */
function sameLines(before: readonly Line[], after: readonly Line[]): LinePair[] {
  const numbers = new Map<string, number>()
  const numberOf = ({ text, isUnended }: Line) => {
    const key = isUnended ? text : `${text}\n`
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  return matchingLines(before.map(numberOf), after.map(numberOf))
}

function diffLines(before: readonly Line[], after: readonly Line[]): DiffLine[] {
  const lines: DiffLine[] = []
  let one = 0
  let other = 0
  const pairs = sameLines(before, after)
  for (const pair of [...pairs, { before: before.length, after: after.length }]) {
    for (const line of before.slice(one, pair.before)) {
      lines.push({ kind: 'removed', before: ++one, ...line, marks: [] })
    }
    for (const line of after.slice(other, pair.after)) {
      lines.push({ kind: 'added', after: ++other, ...line, marks: [] })
    }
    const same = before[pair.before]
    if (same) lines.push({ kind: 'same', before: ++one, after: ++other, ...same })
  }
  return lines
}

/** Marks the rewritten words in lines that replace as many others, for the first `most` pairs. */
export function markWords(lines: readonly DiffLine[], most = Infinity): DiffLine[] {
  const marked = [...lines]
  let left = most
  for (let start = 0; start < lines.length;) {
    const removed = runOf(lines, start, 'removed')
    const added = runOf(lines, start + removed, 'added')
    for (let index = 0; index < Math.min(removed, added) && left > 0; index++, left--) {
      const one = lines[start + index]
      const other = lines[start + removed + index]
      if (one?.kind !== 'removed' || other?.kind !== 'added') continue
      const marks = wordMarks(one.text, other.text)
      marked[start + index] = { ...one, marks: marks.before }
      marked[start + removed + index] = { ...other, marks: marks.after }
    }
    start += Math.max(removed + added, 1)
  }
  return marked
}

function runOf(lines: readonly DiffLine[], start: number, kind: DiffLine['kind']): number {
  let length = 0
  while (lines[start + length]?.kind === kind) length++
  return length
}

function shownLines(lines: readonly DiffLine[], around: number): boolean[] {
  const isShown = lines.map(() => false)
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    const from = Math.max(index - around, 0)
    isShown.fill(true, from, Math.min(index + around + 1, lines.length))
  }
  return isShown
}
