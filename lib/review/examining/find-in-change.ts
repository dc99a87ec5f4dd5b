import type { AddedLine, ScanFinding } from '@/lib/scan/finding'
import { SCAN_RULES } from '@/lib/scan/rules'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { comparedLine } from '@/lib/text/compared-line'
import { likeLines } from '@/lib/text/like-lines'
import { splitLines } from '@/lib/text/lines'
import { isTooLargeForOneRead } from '@/lib/text/one-read'
import type { MemoryFinding } from '../model/finding'

/** Above it, lines are not compared with each other. */
const MAX_COMPARED = 400

export interface ChangedLines {
  change: MemoryChange<MemoryText>
  /** the lines that the change added */
  added: readonly AddedLine[]
  /** whether a line, as `comparedLine` gives it, stood somewhere before */
  existedBefore: (compared: string) => boolean
}

/**
 * Finds what only the memory as a whole shows: lines that contradict one beside them, and a memory
 * that grew too large for one read.
 */
export function findInChange({ change, added, existedBefore }: ChangedLines): MemoryFinding[] {
  const { after } = change
  if (!after || added.length === 0) return []
  const lines = splitLines(after.content)
  const found: MemoryFinding[] = []
  if (change.before && lines.length <= MAX_COMPARED) {
    found.push(...contradictions(lines, added, existedBefore))
  }
  if (isTooLargeForOneRead(after.content)) found.push(findingOn('too_large', 1, lines[0] ?? ''))
  return found
}

/**
 * Lines that contradict a neighbour. Moved lines are skipped: they contradict no more than they
 * did.
 */
function contradictions(
  lines: readonly string[],
  added: readonly AddedLine[],
  existedBefore: ChangedLines['existedBefore'],
): MemoryFinding[] {
  const numbers = new Set(added.map(({ number }) => number))
  const said = added.filter(({ text }) => !existedBefore(comparedLine(text) ?? ''))
  const beside = lines.flatMap((text, index) =>
    numbers.has(index + 1) ? [] : [{ number: index + 1, text }],
  )
  const texts = (all: readonly AddedLine[]) => all.map(({ text }) => text)
  return likeLines(texts(said), texts(beside)).flatMap((like) => {
    const [line, other] = [said[like.added], beside[like.existing]]
    if (!line || !other) return []
    return [{ ...findingOn('contradicting_line', line.number, line.text), otherLine: other.number }]
  })
}

/** A finding over the whole of a line. */
function findingOn(
  rule: 'contradicting_line' | 'too_large' | 'near_duplicate',
  line: number,
  text: string,
): ScanFinding {
  return {
    rule,
    ...SCAN_RULES[rule],
    line,
    fromColumn: 0,
    toLine: line,
    toColumn: text.length,
  }
}
