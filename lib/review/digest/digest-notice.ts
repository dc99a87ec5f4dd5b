import type { Database } from '@/lib/db/database'
import type { ReviewDigest } from '../model/digest'
import type { FailedDigestPost } from '../model/digest-post'
import type { ReviewMetrics } from '../model/metrics'
import { newestPost } from './sql/digests'

/**
 * A digest as it is posted to an address outside: figures, times and ids, and nothing that an agent
 * or a person wrote; no path, title or name.
 */
export function digestNotice(digest: ReviewDigest) {
  const { writes, metrics, lost, open, ending } = digest
  const { decisions, proposals, wait } = metrics
  return {
    type: 'review_digest' as const,
    period: digest.period,
    from: timeOf(digest.from),
    to: timeOf(digest.to),
    writes: writes.count,
    agents: writes.agents,
    decisions: decisionCounts(decisions),
    held_writes: proposals,
    median_seconds_to_decision: wait.median === null ? null : wait.median / 1000,
    lines: { removed: lost.removed, lost: lost.lines },
    failing_memory_tests: digest.failingTests,
    rules_ending: ending.map(({ storeId, rule, until }) => ({
      memory_store_id: storeId,
      rule: rule.id,
      until: timeOf(until),
    })),
    open: {
      changesets: open.changesets,
      hunks: open.hunks,
      oldest: open.oldest.map(({ id, level, lastChangedAt }) => ({
        changeset_id: id,
        level,
        last_changed_at: timeOf(lastChangedAt),
      })),
    },
  }
}

/** Counts of decisions by kind, named as they are posted. */
export function decisionCounts(decisions: ReviewMetrics['decisions']) {
  const { accepted, rejected, edited, seen, unread, byRule } = decisions
  return { accepted, rejected, edited, seen, unread, by_rule: byRule }
}

const timeOf = (time: number) => new Date(time).toISOString()

/** The newest digest that was to be posted, if it was not taken; null: it was, or none is posted. */
export async function failedDigestPost(db: Database): Promise<FailedDigestPost | null> {
  const row = await newestPost(db.read)
  if (!row || row.postedAt !== null || row.fault === null) return null
  const { startsAt: from, fault, tries, nextTryAt } = row
  return { from, fault, tries, nextTryAt }
}
