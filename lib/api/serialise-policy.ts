import type { ActionCounts, DryRun, DryRunWrite } from '@/lib/review/model/dry-run'
import type { Policy, PolicyRule } from '@/lib/review/model/policy'
import type { SuspendedRule } from '@/lib/review/policy/policy-standing'
import { timeOrNull, wireActor, wireTime } from './serialise'

/** Policies on the wire (review page, HTTP API). */

const HOUR_MS = 3_600_000

export function wirePolicy(storeId: string, policy: Policy, suspended: readonly SuspendedRule[]) {
  return {
    type: 'review_policy' as const,
    memory_store_id: storeId,
    revision: policy.revision,
    default: policy.default,
    rules: policy.rules.map(wireRule),
    /** for which agents a rule lets nothing land until somebody resumes it */
    suspended: suspended.map(({ ruleId, agent, since }) => ({
      rule: ruleId,
      agent,
      since: wireTime(since),
    })),
    /** the field that cannot be read: then `strict` holds in place of what was saved */
    unreadable: policy.unreadable,
    saved_by: policy.savedBy && wireActor(policy.savedBy),
    saved_at: timeOrNull(policy.savedAt),
  }
}

function wireRule({ match, ...rule }: PolicyRule) {
  return {
    id: rule.id,
    action: rule.action,
    match: {
      paths: match.paths,
      operations: match.operations,
      agents: match.agents,
      min_lost_lines: match.minLostLines,
      min_bytes: match.minBytes,
      finding: match.finding,
      earned: match.earned,
    },
    until: timeOrNull(rule.until),
    sample: rule.sample,
    lapse_after: rule.lapseAfter === null ? null : rule.lapseAfter / HOUR_MS,
    on_lapse: rule.onLapse,
    why: rule.why,
  }
}

export function wireDryRun(run: DryRun) {
  return {
    type: 'review_policy_dry_run' as const,
    since: wireTime(run.since),
    writes: run.writes,
    unknown: run.unknown,
    counts: wireCounts(run.counts),
    saved_counts: wireCounts(run.savedCounts),
    /** how many writes each rule decides, in their order; the last is the default */
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

const wireCounts = (counts: ActionCounts) => ({ ...counts })

function wireWrite(write: DryRunWrite) {
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
