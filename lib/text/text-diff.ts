import { linesWithEnds } from './lines'
import { groupedBy } from './lists'
import { matchingLines } from './matching-lines'
import { type Mark, wordMarksOfRun } from './word-marks'

/** A line of a difference; line numbers start at 1. `isUnended`: a last line without a newline. */
export type DiffLine =
  | { kind: 'same'; before: number; after: number; text: string; isUnended: boolean }
  | { kind: 'removed'; before: number; text: string; isUnended: boolean; marks: readonly Mark[] }
  | { kind: 'added'; after: number; text: string; isUnended: boolean; marks: readonly Mark[] }

/** Lines removed and added between two texts. */
export interface LineCounts {
  added: number
  removed: number
}

export interface TextDiff extends LineCounts {
  lines: DiffLine[]
}

/**
 * The difference between two texts: every line of both, none of equal ones. Last lines with and without
 * a newline differ. Where a line was partly rewritten, `marks` say which words.
 */
export function textDiff(before: string, after: string): TextDiff {
  if (before === after) return { lines: [], added: 0, removed: 0 }
  const lines = withWordMarks(diffLines(before, after))
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { lines, added: count('added'), removed: count('removed') }
}

/** Counts the lines that `textDiff` calls added and removed, without comparing words in them. */
export function lineCounts(before: string, after: string): LineCounts {
  const one = linesWithEnds(before)
  const other = linesWithEnds(after)
  const same = one.length && other.length ? matchingLines(one, other).length : 0
  return { added: other.length - same, removed: one.length - same }
}

/** Every line of both texts, those that differ and those that do not, without marks of words. */
export function diffLines(before: string, after: string): DiffLine[] {
  const one = linesWithEnds(before)
  const other = linesWithEnds(after)
  const lines: DiffLine[] = []
  let at = 0
  let otherAt = 0
  const end = { before: one.length, after: other.length }
  for (const pair of [...matchingLines(one, other), end]) {
    for (const line of one.slice(at, pair.before)) {
      lines.push({ kind: 'removed', before: ++at, ...shown(line), marks: [] })
    }
    for (const line of other.slice(otherAt, pair.after)) {
      lines.push({ kind: 'added', after: ++otherAt, ...shown(line), marks: [] })
    }
    const same = one[pair.before]
    if (same !== undefined) {
      lines.push({ kind: 'same', before: ++at, after: ++otherAt, ...shown(same) })
    }
  }
  return lines
}

function shown(line: string): { text: string; isUnended: boolean } {
  const isUnended = !line.endsWith('\n')
  return { text: isUnended ? line : line.slice(0, -1), isUnended }
}

/** Marks the rewritten words in lines that replace others. */
function withWordMarks(lines: readonly DiffLine[]): DiffLine[] {
  let run = 0
  const runs = groupedBy(lines, ({ kind }) => (kind === 'same' ? ++run : run))
  return [...runs.values()].flatMap((own) => {
    const of = (kind: string) => own.flatMap((line) => (line.kind === kind ? line.text : []))
    const marks = wordMarksOfRun(of('removed'), of('added')).values()
    return own.map((line) =>
      line.kind === 'same' ? line : { ...line, marks: marks.next().value ?? [] },
    )
  })
}
