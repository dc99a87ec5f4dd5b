import type { Actor } from '@/lib/store/model/actor'
import { DAY_MS } from '@/lib/text/day-ms'
import type { Changeset } from './changeset'
import type { ReviewMetrics } from './metrics'
import type { PolicyRule } from './policy'

export const DIGEST_PERIODS = ['day', 'week'] as const

export type DigestPeriod = (typeof DIGEST_PERIODS)[number]

/** Agents' writes of a day or a week in UTC, with their outcomes. */
export interface ReviewDigest {
  period: DigestPeriod
  /** milliseconds since 1970; `to` exclusive */
  from: number
  to: number
  /** versions that agents wrote, and how many agents did; by day */
  writes: { count: number; agents: number; days: DayCount[] }
  metrics: ReviewMetrics
  /** rules that let writes land, the most first */
  landed: LandedByRule[]
  /** the newest */
  rejected: RejectedHunk[]
  /** held writes that nobody decided in time, the newest */
  lapsed: LapsedWrite[]
  /** rules that ended in the period, or end within two weeks */
  ending: EndingRule[]
  /** of what was changed in the period and is examined */
  lost: { lines: number; removed: number; memories: number; most: LostLines[] }
  /** open changesets, the oldest first */
  open: { changesets: number; hunks: number; oldest: Changeset[] }
  /** memory tests that fail now */
  failingTests: number
}

/** A day or a week in UTC, as the log says it in a sentence. */
export interface PeriodSummary {
  /** agents that wrote, and the memories that they changed */
  agents: number
  memories: number
  /** agents that wrote and were not here before, as rules name them */
  newAgents: string[]
  /** hunks that were decided */
  reviewed: { byPerson: number; byOthers: number }
  /** held writes that the person denied, and those that nobody decided in time */
  denied: number
  lapsed: number
  /** memories that the person undid or restored, or wrote in a review */
  corrected: number
  /** texts that were redacted */
  redacted: number
  /** changesets that are open now */
  open: number
}

export interface DayCount {
  /** the day's first millisecond, UTC */
  from: number
  count: number
}

export interface LandedByRule {
  storeId: string
  ruleId: string
  count: number
  /** as it holds now; null: it is gone, or cannot be read */
  rule: PolicyRule | null
}

export interface EndingRule {
  storeId: string
  rule: PolicyRule
  /** when it ends or ended, milliseconds since 1970 */
  until: number
}

interface InChangeset {
  changesetId: string
  storeId: string
  /** who wrote it */
  actor: Actor
  /** the memory's path, or its last one if it is deleted; null: redacted */
  path: string | null
  isDeleted: boolean
}

export interface RejectedHunk extends InChangeset {
  at: number
}

export interface LapsedWrite extends InChangeset {
  at: number
}

export interface LostLines extends InChangeset {
  memoryId: string
  lines: number
}

/** The first of January 1970 was a Thursday: that of a week is a Monday. */
const MONDAY_MS = 4 * DAY_MS

/** The day or the week, from Monday on, in which a time lies, in UTC; milliseconds since 1970. */
export function periodAt(period: DigestPeriod, at: number): { from: number; to: number } {
  if (period === 'day') {
    const from = at - (at % DAY_MS)
    return { from, to: from + DAY_MS }
  }
  const week = 7 * DAY_MS
  const since = (((at - MONDAY_MS) % week) + week) % week
  return { from: at - since, to: at - since + week }
}
