import { foldForSearch } from '@/lib/text/fold'
import type { AddedLine } from '../finding'
import type { ScanRule, ScanSeverity } from '../rules'

/** The added lines as one text, so that a rule reads over line ends. */
export interface ScannedText {
  text: string
  /** lower case, unit for unit as long as `text` */
  folded: string
  lines: readonly AddedLine[]
  /** the offsets in `text` at which lines begin */
  starts: readonly number[]
  /** the rules that gave up before they had looked at everything */
  unfinished: Set<ScanRule>
}

/** A rule's find, in offsets of the text. */
export interface FoundRange {
  rule: ScanRule
  from: number
  to: number
  /** set if it is another than the rule's */
  severity?: ScanSeverity
}

/** Between lines that are not neighbours: no content holds it, and no rule reads over it. */
const APART = '\n\0\n'

/** Lines that follow each other are joined by their newline, others are kept apart. */
export function scannedText(lines: readonly AddedLine[]): ScannedText {
  const starts: number[] = []
  let text = ''
  let last: AddedLine | undefined
  for (const line of lines) {
    if (last) text += line.number === last.number + 1 ? '\n' : APART
    starts.push(text.length)
    text += line.text
    last = line
  }
  return { text, folded: foldForSearch(text), lines, starts, unfinished: new Set() }
}

/** The index of the line that holds an offset. */
export function lineIndexAt({ starts }: ScannedText, offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return Math.max(low - 1, 0)
}

/** The line of an offset, and the column in it, at most the line's length. */
export function positionAt(
  scanned: ScannedText,
  offset: number,
): { line: number; column: number } | null {
  const index = lineIndexAt(scanned, offset)
  const line = scanned.lines[index]
  if (!line) return null
  const column = Math.min(offset - (scanned.starts[index] ?? 0), line.text.length)
  return { line: line.number, column }
}

/**
 * Returns whether any of the words, in lower case, is in the text: much quicker than any pattern.
 */
export function hasAny(folded: string, words: readonly string[]): boolean {
  return words.some((word) => folded.includes(word))
}

/** The places of a global pattern; empty matches are none. */
export function* matchesOf(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  for (const match of text.matchAll(pattern)) if (match[0] !== '') yield match
}
