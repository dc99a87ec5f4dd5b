import { decisionCounts } from '@/lib/review/digest/digest-notice'
import type { ReviewDigest } from '@/lib/review/model/digest'
import type { ReviewMetrics, SpanCount } from '@/lib/review/model/metrics'
import { timeOrNull, wireActor, wireTime } from './serialise'
import { wireChangeset } from './serialise-review'

/** How reviewing went, on the wire (review page, Metrics and Digest). Times that pass are in seconds. */

const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)

const wireSpan = ({ upTo, count }: SpanCount) => ({ up_to_seconds: seconds(upTo), count })

export function wireMetrics(metrics: ReviewMetrics) {
  const { decisions, wait, attention } = metrics
  return {
    type: 'review_metrics' as const,
    from: wireTime(metrics.from),
    to: wireTime(metrics.to),
    decisions: { ...decisionCounts(decisions), kept_seen: decisions.keptSeen },
    proposals: metrics.proposals,
    time_to_decision: {
      median_seconds: seconds(wait.median),
      slowest_tenth_seconds: seconds(wait.slowest10),
      spans: wait.spans.map(wireSpan),
    },
    attention: {
      changesets: attention.changesets,
      seconds: attention.total / 1000,
      mean_seconds: seconds(attention.mean),
    },
    by_agent: metrics.byAgent,
    by_path: metrics.byPath.map(({ storeId, memoryId, path, isDeleted, decided, rejected }) => ({
      memory_store_id: storeId,
      memory_id: memoryId,
      path: isDeleted ? null : path,
      decided,
      rejected,
    })),
    findings: metrics.findings.map(({ rule, raised, right, wrong, precision }) => ({
      rule,
      raised,
      right,
      wrong,
      precision: precision && {
        share: precision.share,
        low: precision.low,
        high: precision.high,
        too_few: precision.isTooFew,
      },
    })),
    open_changesets: metrics.open.map(wireSpan),
  }
}

type Listed = ReviewDigest['rejected'][number]

const wireListed = ({ changesetId, storeId, actor, path, isDeleted }: Omit<Listed, 'at'>) => ({
  changeset_id: changesetId,
  memory_store_id: storeId,
  actor: wireActor(actor),
  path: isDeleted ? null : path,
})

export function wireDigest(digest: ReviewDigest) {
  const { writes, lost, open } = digest
  return {
    type: 'review_digest' as const,
    period: digest.period,
    from: wireTime(digest.from),
    to: wireTime(digest.to),
    writes: {
      count: writes.count,
      agents: writes.agents,
      days: writes.days.map(({ from, count }) => ({ from: wireTime(from), count })),
    },
    metrics: wireMetrics(digest.metrics),
    landed: digest.landed.map(({ storeId, ruleId, count, rule }) => ({
      memory_store_id: storeId,
      rule: ruleId,
      count,
      until: timeOrNull(rule?.until ?? null),
    })),
    rejected: digest.rejected.map((each) => ({ ...wireListed(each), at: wireTime(each.at) })),
    lapsed: digest.lapsed.map((each) => ({ ...wireListed(each), at: wireTime(each.at) })),
    rules_ending: digest.ending.map(({ storeId, rule, until }) => ({
      memory_store_id: storeId,
      rule: rule.id,
      until: wireTime(until),
    })),
    lost: {
      lines: lost.lines,
      removed_lines: lost.removed,
      memories: lost.memories,
      most: lost.most.map((each) => ({
        ...wireListed(each),
        memory_id: each.memoryId,
        lines: each.lines,
      })),
    },
    open: {
      changesets: open.changesets,
      hunks: open.hunks,
      oldest: open.oldest.map(wireChangeset),
    },
  }
}
