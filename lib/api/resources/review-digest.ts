import { z } from 'zod'
import { DIGEST_PERIODS, type ReviewDigest } from '@/lib/review/model/digest'
import { changesetAnswer, wireChangeset } from './changeset'
import { metricsAnswer, wireMetrics } from './review-metrics'
import { actor, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

const listedInDigest = {
  changeset_id: z.string(),
  memory_store_id: z.string(),
  actor,
  path: z.string().nullable(),
}

export const digestAnswer = z.strictObject({
  type: z.literal('review_digest'),
  period: z.enum(DIGEST_PERIODS),
  from: time,
  to: time,
  writes: z.strictObject({
    count: size,
    agents: size,
    days: z.array(z.strictObject({ from: time, count: size })),
  }),
  metrics: metricsAnswer,
  landed: z.array(
    z.strictObject({
      memory_store_id: z.string(),
      rule: z.string(),
      count: size,
      until: time.nullable(),
    }),
  ),
  rejected: z.array(z.strictObject({ ...listedInDigest, at: time })),
  lapsed: z.array(z.strictObject({ ...listedInDigest, at: time })),
  rules_ending: z.array(
    z.strictObject({ memory_store_id: z.string(), rule: z.string(), until: time }),
  ),
  lost: z.strictObject({
    lines: size,
    removed_lines: size,
    memories: size,
    most: z.array(z.strictObject({ ...listedInDigest, memory_id: z.string(), lines: size })),
  }),
  open: z.strictObject({ changesets: size, hunks: size, oldest: z.array(changesetAnswer) }),
  /** memory tests that fail now */
  failing_memory_tests: size,
})

type Listed = ReviewDigest['rejected'][number]

const wireListed = ({ changesetId, storeId, actor, path, isDeleted }: Omit<Listed, 'at'>) => ({
  changeset_id: changesetId,
  memory_store_id: storeId,
  actor: wireActor(actor),
  path: isDeleted ? null : path,
})

export function wireDigest(digest: ReviewDigest): Wire<typeof digestAnswer> {
  const { writes, lost, open } = digest
  return {
    type: 'review_digest',
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
    failing_memory_tests: digest.failingTests,
  }
}
