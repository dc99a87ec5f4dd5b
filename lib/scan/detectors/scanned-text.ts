import { foldEvenly } from '@/lib/text/matches'
import type { ScanRule } from '../rules'

/** A text as the detectors read it. */
export interface ScannedText {
  text: string
  /** lower case, unit for unit as long as `text` */
  folded: string
  /** the offsets in `text` at which lines begin */
  starts: readonly number[]
}

/** A rule's find, in offsets of the text. */
export interface FoundRange {
  rule: ScanRule
  from: number
  to: number
}

export function scannedText(text: string): ScannedText {
  return { text, folded: foldEvenly(text), starts: lineStarts(text) }
}

/** The offsets at which the lines of a text begin. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * The index of the last of the rising numbers that is at most another, -1 if none is: of the starts of
 * lines, the line of an offset. A newline belongs to the line that it ends.
 */
export function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The places of a global pattern; empty matches are none. */
export function* matchesOf(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  for (const match of text.matchAll(pattern)) if (match[0] !== '') yield match
}

/** A pattern that matches these words. */
export function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
