import type { ScanRule } from '@/lib/scan/rules'
import { DAY_MS } from '@/lib/text/day-ms'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Upper ends of the spans by which times to a decision are counted; one more has no end. */
export const WAIT_SPANS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  DAY_MS,
  3 * DAY_MS,
] as const

/** Upper ends of the spans by which the age of what is open is counted; one more has no end. */
export const AGE_SPANS = [HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS] as const

/** A count for one span of time; `upTo` in milliseconds, null: longer than all others. */
export interface SpanCount {
  upTo: number | null
  count: number
}

/** Counts of decisions, and of the rejections among them. */
export interface Rejections {
  decided: number
  rejected: number
}

/** The rejections of one memory. */
export interface RejectedMemory extends Rejections {
  storeId: string
  memoryId: string
  /** the present path, or the last one if deleted; null: redacted */
  path: string | null
  isDeleted: boolean
}

/** A rule's precision: how many of its findings were right. */
export interface RulePrecision {
  rule: ScanRule
  /** found in the period */
  raised: number
  /** of those: its lines went, or a person accepted the risk */
  right: number
  /** of those: a person called it a false alarm */
  wrong: number
  /** the share of `right`, and between what it lies with 95 %; null: nothing was decided */
  precision: { share: number; low: number; high: number; isTooFew: boolean } | null
}

/** With fewer cases, a share says nothing. */
const MIN_CASES = 5

/** The quantile of 95 %. */
const Z = 1.96

/** The share of what was right, with its interval by Wilson's method. */
export function precisionOf(right: number, wrong: number): RulePrecision['precision'] {
  const cases = right + wrong
  if (cases === 0) return null
  const share = right / cases
  const square = Z * Z
  const middle = share + square / (2 * cases)
  const width = Z * Math.sqrt((share * (1 - share) + square / (4 * cases)) / cases)
  const whole = 1 + square / cases
  const low = Math.max(0, (middle - width) / whole)
  const high = Math.min(1, (middle + width) / whole)
  return { share, low, high, isTooFew: cases < MIN_CASES }
}

/** Measures of reviewing in a period. */
export interface ReviewMetrics {
  /** milliseconds since 1970; `to` exclusive */
  from: number
  to: number
  decisions: {
    accepted: number
    rejected: number
    edited: number
    /** unfolded on the reviewer's screen, of all three */
    seen: number
    unread: number
    /** unfolded, of what was accepted or edited */
    keptSeen: number
    /** writes that a rule let land: nobody decided about them */
    byRule: number
  }
  /** held writes that came to an end */
  proposals: { allowed: number; denied: number; lapsed: number }
  /** from the change to the decision about it, milliseconds; null: nothing was decided */
  wait: { median: number | null; slowest10: number | null; spans: SpanCount[] }
  /** for how long changesets were before a reviewer's eyes, milliseconds */
  attention: { changesets: number; total: number; mean: number | null }
  /** most rejected first */
  byAgent: (Rejections & { agent: string })[]
  byPath: RejectedMemory[]
  findings: RulePrecision[]
  /** changesets that are open now, by when they changed last */
  open: SpanCount[]
}
