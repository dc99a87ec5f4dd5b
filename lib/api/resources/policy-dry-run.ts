import { z } from 'zod'
import type { DryRun, DryRunWrite } from '@/lib/review/model/dry-run'
import { POLICY_ACTIONS } from '@/lib/review/model/policy'
import { size, time, type Wire, wireTime } from './values'

const actionCounts = z.strictObject({
  land: size,
  review: size,
  quarantine: size,
  hold: size,
  mask: size,
  refuse: size,
})

const dryRunWrite = z.strictObject({
  /** null: it was refused, or held and not allowed */
  memory_version_id: z.string().nullable(),
  memory_id: z.string().nullable(),
  changeset_id: z.string().nullable(),
  /** null: redacted */
  path: z.string().nullable(),
  operation: z.enum(['created', 'modified', 'renamed', 'deleted']),
  agent: z.string(),
  at: time,
  action: z.enum(POLICY_ACTIONS),
  /** null: the default */
  rule_index: size.nullable(),
})

export const dryRunAnswer = z.strictObject({
  type: z.literal('review_policy_dry_run'),
  since: time,
  writes: size,
  /** of them: not counted further, since what a rule asks for was redacted */
  unknown: size,
  counts: actionCounts,
  saved_counts: actionCounts,
  /** how many writes each rule decides, in their order; the last is the default */
  uses: z.array(size),
  more_held: z.array(z.strictObject({ agent: z.string(), writes: size })),
  median_wait_seconds: size.nullable(),
  rejected_later: z.strictObject({
    caught: size,
    missed: size,
    hint: z.strictObject({ min_lost_lines: size, catches: size, holds: size }).nullable(),
    writes: z.array(
      dryRunWrite.extend({
        caught: z.boolean(),
        lines_added: size,
        lines_removed: size,
        lines_lost: size,
      }),
    ),
  }),
  stopped: z.array(dryRunWrite),
  duration_ms: size,
})

export function wireDryRun(run: DryRun): Wire<typeof dryRunAnswer> {
  return {
    type: 'review_policy_dry_run',
    since: wireTime(run.since),
    writes: run.writes,
    unknown: run.unknown,
    counts: run.counts,
    saved_counts: run.savedCounts,
    uses: run.uses,
    more_held: run.waits.map(({ agent, writes }) => ({ agent, writes })),
    median_wait_seconds: run.medianWait === null ? null : Math.round(run.medianWait / 1000),
    rejected_later: {
      caught: run.caught,
      missed: run.missed,
      hint: run.hint && {
        min_lost_lines: run.hint.minLostLines,
        catches: run.hint.catches,
        holds: run.hint.holds,
      },
      writes: run.rejections.map(({ isCaught, ...write }) => ({
        ...wireWrite(write),
        caught: isCaught,
        lines_added: write.addedLines,
        lines_removed: write.removedLines,
        lines_lost: write.lostLines,
      })),
    },
    stopped: run.stopped.map(wireWrite),
    duration_ms: run.durationMs,
  }
}

function wireWrite(write: DryRunWrite): Wire<typeof dryRunWrite> {
  return {
    memory_version_id: write.versionId,
    memory_id: write.memoryId,
    changeset_id: write.changesetId,
    path: write.path,
    operation: write.operation,
    agent: write.agent,
    at: wireTime(write.at),
    action: write.action,
    rule_index: write.ruleIndex,
  }
}
