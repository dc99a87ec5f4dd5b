import { z } from 'zod'
import { decisionCounts } from '@/lib/review/digest/digest-notice'
import type { ReviewMetrics, SpanCount } from '@/lib/review/model/metrics'
import { size, time, type Wire, wireTime } from './values'

const span = z.strictObject({
  /** null: longer than all others */
  up_to_seconds: z.number().nullable(),
  count: size,
})

/** Measures of reviewing in a period. Durations are in seconds. */
export const metricsAnswer = z.strictObject({
  type: z.literal('review_metrics'),
  from: time,
  to: time,
  decisions: z.strictObject({
    accepted: size,
    rejected: size,
    edited: size,
    seen: size,
    unread: size,
    kept_seen: size,
    by_rule: size,
  }),
  proposals: z.strictObject({ allowed: size, denied: size, lapsed: size }),
  time_to_decision: z.strictObject({
    median_seconds: z.number().nullable(),
    slowest_tenth_seconds: z.number().nullable(),
    spans: z.array(span),
  }),
  attention: z.strictObject({
    changesets: size,
    seconds: z.number(),
    mean_seconds: z.number().nullable(),
  }),
  by_agent: z.array(z.strictObject({ agent: z.string(), decided: size, rejected: size })),
  by_path: z.array(
    z.strictObject({
      memory_store_id: z.string(),
      memory_id: z.string(),
      path: z.string().nullable(),
      decided: size,
      rejected: size,
    }),
  ),
  findings: z.array(
    z.strictObject({
      rule: z.string(),
      raised: size,
      right: size,
      wrong: size,
      /** with its interval of 95 %; null: nothing was decided */
      precision: z
        .strictObject({
          share: z.number(),
          low: z.number(),
          high: z.number(),
          too_few: z.boolean(),
        })
        .nullable(),
    }),
  ),
  /** by when they changed last */
  open_changesets: z.array(span),
})

const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)

const wireSpan = ({ upTo, count }: SpanCount): Wire<typeof span> => ({
  up_to_seconds: seconds(upTo),
  count,
})

export function wireMetrics(metrics: ReviewMetrics): Wire<typeof metricsAnswer> {
  const { decisions, wait, attention } = metrics
  return {
    type: 'review_metrics',
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
