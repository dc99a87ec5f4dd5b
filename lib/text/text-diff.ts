import { type LinePair, matchingLines } from './matching-lines'
import { type Mark, wordMarks } from './word-marks'

/** A line of a difference; numbers are counted from 1. */
export type DiffLine =
  | { kind: 'same'; before: number; after: number; text: string; isUnended: boolean }
  | { kind: 'removed'; before: number; text: string; isUnended: boolean; marks: readonly Mark[] }
  | { kind: 'added'; after: number; text: string; isUnended: boolean; marks: readonly Mark[] }

/** Lines that changed, with those around them. */
export interface DiffHunk {
  /** lines between the hunk before and this one, or before the first: they are the same */
  skipped: number
  lines: DiffLine[]
}

export interface TextDiff {
  hunks: DiffHunk[]
  /** lines after the last hunk */
  skippedAfter: number
  added: number
  removed: number
}

/** A line, and whether no newline ends it: only the last one of a text may have none. */
interface Line {
  text: string
  isUnended: boolean
}

/**
 * How two texts differ, line by line, with so many same lines around each change. A last line with
 * and one without a newline are different lines. Where a line was rewritten in part, `marks` say
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

/** Lines that a text lost and gained on the way to another one. */
export interface LineCounts {
  added: number
  removed: number
}

/** As many lines as `textDiff` calls added and removed, without looking into any of them. */
export function countLines(before: string, after: string): LineCounts {
  const one = linesOf(before)
  const other = linesOf(after)
  if (one.length === 0 || other.length === 0) return { added: other.length, removed: one.length }
  const same = sameLines(one, other).length
  return { added: other.length - same, removed: one.length - same }
}

function linesOf(text: string): Line[] {
  if (text === '') return []
  const parts = text.split('\n')
  const last = parts.pop() ?? ''
  const lines = parts.map((part) => ({ text: part, isUnended: false }))
  return last === '' ? lines : [...lines, { text: last, isUnended: true }]
}

/** Lines that differ only in the newline at their end are not the same. */
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

/** Of lines that take the place of as many others, marks what was rewritten. */
function markWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines]
  for (let start = 0; start < lines.length;) {
    const removed = runOf(lines, start, 'removed')
    const added = runOf(lines, start + removed, 'added')
    for (let index = 0; index < Math.min(removed, added); index++) {
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
