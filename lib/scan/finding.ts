import type { ScanCategory, ScanRule, ScanSeverity } from './rules'

/** A line that a change added, as it stands in the text after it. */
export interface AddedLine {
  /** from 1, in the text after the change */
  number: number
  /** without its newline */
  text: string
}

/** The part of a memory's change that is scanned. */
export interface ScanInput {
  /**
   * where the change puts the memory, if it creates or renames it, or all of it is looked at: it is
   * read like a line. Null: the memory stays where it was
   */
  path: string | null
  /** the added lines, in order */
  lines: readonly AddedLine[]
}

/** The result of a scan. */
export interface ScanAnswer {
  findings: ScanFinding[]
  /** false: there was too much to look at all of it, or to tell of all that was found */
  isWhole: boolean
}

/** The line of a finding in a memory's path, of which its columns are. */
export const PATH_LINE = 0

/**
 * The place where a rule found something. It never holds the text, nor a hash of it, so that a
 * redaction has nothing to find here. Columns are UTF-16 units from 0, the end exclusive, as in
 * `Mark`.
 */
export interface ScanFinding {
  rule: ScanRule
  category: ScanCategory
  severity: ScanSeverity
  /** the line it begins on; `PATH_LINE`: it is in the path */
  line: number
  fromColumn: number
  /** the line it ends on: a private key has many */
  toLine: number
  /** in `toLine` */
  toColumn: number
}

/** More findings in one change than anybody reads, or would mask one by one. */
export const MAX_FINDINGS = 1_000
