import type { ScanCategory, ScanRule, ScanSeverity } from './rules'

/** A text that is scanned, with the path at which it stands. */
export interface ScannedMemory {
  path: string
  content: string
}

/** The line of a flag in a memory's path, of which its columns are. */
export const PATH_LINE = 0

/**
 * The place where a rule found something. It never holds the text, nor a hash of it. Columns are
 * UTF-16 units from 0, the end exclusive.
 */
export interface Flag {
  rule: ScanRule
  category: ScanCategory
  severity: ScanSeverity
  /** the line it begins on, from 1; `PATH_LINE`: it is in the path */
  line: number
  fromColumn: number
  /** the line it ends on: a private key has many */
  toLine: number
  /** in `toLine` */
  toColumn: number
}

/** What was found in a text. */
export interface Flags {
  found: readonly Flag[]
  /** false: nothing is known of the text, and `found` is empty; it may hold anything */
  isWhole: boolean
}

/** A text that was not scanned in full. */
export const UNKNOWN: Flags = { found: [], isWhole: false }

/** More flags in one text than anybody reads, or would mask one by one. */
export const MAX_FLAGS = 1_000
