import type { ScanFinding } from '@/lib/scan/finding'
import type { ScanCategory, ScanRule, ScanSeverity } from '@/lib/scan/rules'
import type { Actor } from '@/lib/store/model/actor'

/** A person's verdict on a finding; `open` takes it back. */
export const DISPOSITIONS = ['open', 'false_positive', 'accepted_risk'] as const

export type Disposition = (typeof DISPOSITIONS)[number]

/** A disposition, or `fixed`: its lines went while it was open. */
export const FINDING_STATUSES = ['open', 'fixed', 'false_positive', 'accepted_risk'] as const

export type FindingStatus = (typeof FINDING_STATUSES)[number]

/**
 * The groups of findings on a page: `dismissed` are those that a person dismissed and those that an
 * exception covers.
 */
export const FINDING_GROUPS = ['open', 'dismissed', 'fixed'] as const

export type FindingGroup = (typeof FINDING_GROUPS)[number]

/** A finding in a memory, with the line of the same text that it contradicts, if it does. */
export interface MemoryFinding extends ScanFinding {
  /** from 1 */
  otherLine?: number | undefined
  /** the memory that this one is nearly the same as */
  otherMemoryKey?: number | undefined
}

/** A range of a text: lines from 1, columns in UTF-16 units from 0, the end exclusive. */
export interface FindingRange {
  fromLine: number
  fromColumn: number
  toLine: number
  toColumn: number
}

/** A rule's finding in a memory. It never holds the text. */
export interface Finding {
  id: string
  storeId: string
  memoryId: string
  /** the memory's path, or its last one if it is deleted; null: redacted */
  path: string | null
  isDeleted: boolean
  rule: ScanRule
  category: ScanCategory
  severity: ScanSeverity
  /** the newest version in which its lines are known to stand; `range` is of its text */
  versionId: string
  range: FindingRange
  /** the line of the same text that it contradicts */
  otherLine: number | null
  /** the memory that its own is nearly the same as, and where that is now */
  other: { memoryId: string; path: string | null } | null
  status: FindingStatus
  /** whether its lines stand in the memory as it is now */
  isStanding: boolean
  /** why a person dismissed it, in their words */
  reason: string | null
  decidedBy: Actor | null
  /** milliseconds since 1970 */
  decidedAt: number | null
  foundAt: number
  /** until when it is not to be reported at its path; null: it is reported */
  exceptedUntil: number | null
  /** the exception that covers it; null: none does */
  exceptionId: string | null
}

/** A rule that is not reported at a path until a time. */
export interface FindingException {
  id: string
  rule: ScanRule
  path: string
  /** milliseconds since 1970 */
  endsAt: number
  by: Actor
  createdAt: number
}
