import { z } from 'zod'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import type { MemoryTest, TestRun, TestSample } from '@/lib/memory-tests/model/memory-test'
import { timeOfDay } from '@/lib/memory-tests/model/time-of-day'
import { verdictRuleSchema } from '@/lib/memory-tests/model/verdict'
import type { RunEstimate } from '@/lib/memory-tests/start-run'
import { checkOnTheWire, wireCheck } from '../replay-schemas'
import { budget, pricedUsage, usage, wireBudget, wirePricedUsage, wireUsage } from './model-usage'
import { actor, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

const runSummary = z.strictObject({
  id: z.string(),
  type: z.literal('memory_test_run'),
  /** the store that was asked: the test's, or a branch of it */
  memory_store_id: z.string(),
  memory_test_id: z.string(),
  status: z.enum(['running', 'passed', 'failed', 'mixed', 'not_run']),
  /** why there is no verdict; null: there is, or will be one */
  not_run_reason: z
    .enum([
      ...(['stopped', 'budget_used_up', 'model_failed', 'test_changed', 'timed_out'] as const),
      ...(['state_gone', 'internal'] as const),
    ])
    .nullable(),
  /** whether it passes without any memory, too; null: not known */
  proves_nothing: z.boolean().nullable(),
  /** answers with the store's memories, and in how many of them all checks held */
  held: size,
  of: size,
  /** the last change of that store that it sees */
  moment: size,
  /** of the test */
  revision: size,
  started_for: z.enum(['person', 'change', 'nightly', 'gate']),
  actor,
  budget,
  usage,
  /** the words of the model's server */
  error: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

const sample = z.strictObject({
  /** whether it was asked without any memory */
  is_empty: z.boolean(),
  checks: z.array(z.strictObject({ held: z.boolean() })),
  texts: z.array(z.string()),
  tool_calls: z.array(
    z.strictObject({ name: z.string(), input: z.record(z.string(), z.unknown()) }),
  ),
  changes: z.array(
    z.strictObject({
      path: z.string(),
      operation: z.enum(['created', 'modified', 'deleted']),
    }),
  ),
  usage,
  duration_ms: size,
})

export const testRunAnswer = runSummary.extend({ samples: z.array(sample) })

export const testEstimateAnswer = z.strictObject({
  type: z.literal('memory_test_run_estimate'),
  /** of a usual run, which passes */
  estimate: pricedUsage,
  budget,
})

export const testAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('memory_test'),
  memory_store_id: z.string(),
  name: z.string(),
  messages: z.array(z.string()),
  checks: z.array(wireCheck),
  model: z.string(),
  access: z.enum(['read_write', 'read_only']),
  /** the start of the agent's system prompt; null: it is ours alone */
  system: z.string().nullable(),
  tool_set: z.enum(TOOL_SETS),
  verdict: verdictRuleSchema,
  when: z.strictObject({
    paths: z.array(z.string()).nullable(),
    nightly_at: z.string().nullable(),
    /** whether a review, a held write or a merge waits until it passes */
    is_gate: z.boolean(),
    /** whether the change since which it fails is looked for by itself; null: where that costs nothing */
    bisects_itself: z.boolean().nullable(),
  }),
  revision: size,
  /** whether it passes without any memory; null: not known of this revision */
  proves_nothing: z.boolean().nullable(),
  last_run: runSummary.nullable(),
  actor,
  created_at: time,
  updated_at: time,
})

/** A test, with the last of its runs. */
export function wireTest(test: MemoryTest, lastRun: TestRun | null): Wire<typeof testAnswer> {
  const { nightlyMinute } = test.when
  return {
    id: test.id,
    type: 'memory_test',
    memory_store_id: test.storeId,
    name: test.name,
    messages: test.messages,
    checks: test.checks.map(checkOnTheWire),
    model: test.model,
    access: test.access,
    system: test.instructions === '' ? null : test.instructions,
    tool_set: test.toolSet,
    verdict: test.verdict,
    when: {
      paths: test.when.paths,
      nightly_at: nightlyMinute === null ? null : timeOfDay(nightlyMinute),
      is_gate: test.when.isGate,
      bisects_itself: test.when.bisectsItself,
    },
    revision: test.revision,
    proves_nothing: test.provesNothing,
    last_run: lastRun === null ? null : wireRunSummary(lastRun),
    actor: wireActor(test.createdBy),
    created_at: wireTime(test.createdAt),
    updated_at: wireTime(test.updatedAt),
  }
}

export function wireTestRun(
  run: TestRun & { samples: readonly TestSample[] },
): Wire<typeof testRunAnswer> {
  return { ...wireRunSummary(run), samples: run.samples.map(wireTestSample) }
}

function wireRunSummary(run: TestRun): Wire<typeof runSummary> {
  const { status } = run
  return {
    id: run.id,
    type: 'memory_test_run',
    memory_store_id: run.branchId ?? run.storeId,
    memory_test_id: run.testId,
    status: status === 'pending' ? 'running' : status,
    not_run_reason: run.notRunFor,
    proves_nothing: run.provesNothing,
    held: run.held,
    of: run.of,
    moment: run.sequence,
    revision: run.revision,
    started_for: run.startedFor,
    actor: wireActor(run.startedBy),
    budget: wireBudget(run.budget),
    usage: wireUsage(run.usage),
    error: run.error,
    created_at: wireTime(run.createdAt),
    finished_at: timeOrNull(run.finishedAt),
  }
}

export function wireTestSample(each: TestSample): Wire<typeof sample> {
  return {
    is_empty: each.isEmpty,
    checks: each.checks.map((held) => ({ held })),
    texts: each.texts,
    tool_calls: each.calls.map(({ name, input }) => ({ name, input })),
    changes: each.changes.map(({ path, operation }) => ({ path, operation })),
    usage: wireUsage(each.usage),
    duration_ms: each.durationMs,
  }
}

export function wireTestEstimate(estimate: RunEstimate): Wire<typeof testEstimateAnswer> {
  return {
    type: 'memory_test_run_estimate',
    estimate: wirePricedUsage(estimate.usage),
    budget: wireBudget(estimate.budget),
  }
}

/** A test as files and exports have it: what it asks and when, without its id and runs. */
export function writtenTest(test: MemoryTest) {
  const { name, messages, checks, model, access, system, ...rest } = wireTest(test, null)
  const { tool_set, verdict, when } = rest
  return { name, messages, checks, model, access, system, tool_set, verdict, when }
}
