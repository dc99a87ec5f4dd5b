import type { ScanCategory, ScanRule, ScanSeverity } from './rules'

/** A line that a change added, as it stands in the text after it. */
export interface AddedLine {
  /** from 1, in the text after the change */
  number: number
  /** without its newline */
  text: string
}

/** What is scanned: the lines that a change added to a memory, in their order. */
export interface ScanInput {
  path: string
  lines: readonly AddedLine[]
}

/**
 * Where a rule found something. It never holds the text, nor a hash of it, so that a redaction has
 * nothing to find here. Columns are UTF-16 units from 0, the end exclusive, as in `Mark`.
 */
export interface ScanFinding {
  rule: ScanRule
  category: ScanCategory
  severity: ScanSeverity
  /** the line it begins on */
  line: number
  fromColumn: number
  /** the line it ends on: a private key has many */
  toLine: number
  /** in `toLine` */
  toColumn: number
}
