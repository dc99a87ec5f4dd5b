import type { Policy } from '@/lib/review/model/policy'
import { HEALTH_DAYS } from '@/lib/review/model/policy-health'
import { DAY_MS } from '@/lib/text/day-ms'

/**
 * Returns when a rule was first saved, among the listed revisions (newest first), in milliseconds
 * since 1970; null: before the days over which its uses are counted, or unknown.
 */
export function savedSince(
  revisions: readonly Policy[],
  ruleId: string | null,
  now: number,
): number | null {
  const first = revisions.findLast(({ rules }) => rules.some(({ id }) => id === ruleId))
  return withinDays(first, revisions, now)
}

/** Returns the same for writes that no rule matches, which are counted from the first policy on. */
export function countedSince(revisions: readonly Policy[], now: number): number | null {
  return withinDays(revisions.at(-1), revisions, now)
}

function withinDays(
  first: Policy | undefined,
  revisions: readonly Policy[],
  now: number,
): number | null {
  const savedAt = first?.savedAt ?? null
  // Older ones are not listed, and it may stand in them, too.
  if (first === revisions.at(-1) && first?.revision !== 1) return null
  const begin = (Math.floor(now / DAY_MS) - HEALTH_DAYS + 1) * DAY_MS
  return savedAt !== null && savedAt > begin ? savedAt : null
}
