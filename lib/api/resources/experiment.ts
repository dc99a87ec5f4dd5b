import { z } from 'zod'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import type { ExperimentEstimate } from '@/lib/experiments/change-experiments'
import { cellInterval } from '@/lib/experiments/model/comparison'
import type {
  Cell,
  ColumnSettings,
  Experiment,
  ExperimentRun,
  ExperimentTable,
} from '@/lib/experiments/model/experiment'
import type { ColumnSample, ShownExperiment } from '@/lib/experiments/read-experiments'
import { budget, pricedUsage, usage, wireBudget, wirePricedUsage, wireUsage } from './model-usage'
import { actor, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

const interval = z.tuple([z.number(), z.number()])

/** The settings of a column's agent; null: each test's own. */
const settings = {
  model: z.string().nullable(),
  access: z.enum(['read_write', 'read_only']).nullable(),
  /** the start of its system prompt; empty: it is ours alone */
  system: z.string().nullable(),
  tool_set: z.enum(TOOL_SETS).nullable(),
}

const column = z.strictObject({
  memory_store_id: z.string(),
  /** the last change that it sees; null: as the store is when a run starts */
  at: size.nullable(),
  ...settings,
})

const runSummary = z.strictObject({
  id: z.string(),
  type: z.literal('experiment_run'),
  status: z.enum(['pending', 'running', 'completed', 'canceled', 'failed', 'budget_reached']),
  answers: size,
  budget,
  usage,
  /** the words of the model's server; null: it did not fail */
  error: z.string().nullable(),
  actor,
  created_at: time,
  finished_at: time.nullable(),
})

const cell = z.strictObject({
  held: size,
  of: size,
  /** of the share, 90 %; null: there is no answer */
  interval: interval.nullable(),
  usage: pricedUsage,
  /** of all its answers together */
  duration_ms: size,
})

const comparison = z.strictObject({
  verdict: z.enum(['better', 'worse', 'none_seen']),
  /** answers a column that were compared, as of the last look */
  of: size,
  /** of the difference from the first column, at z = 2.5: it may be looked at as answers come */
  interval,
  /** answers a column that would tell, if it goes on so; null: it is told, or too many would */
  would_tell: size.nullable(),
})

const table = z.strictObject({
  ...runSummary.shape,
  usage: pricedUsage,
  columns: z.array(
    cell.extend({
      memory_store_id: z.string(),
      moment: size,
      ...settings,
      /** null: it is the first, or too early to look */
      difference: comparison.nullable(),
    }),
  ),
  tests: z.array(
    z.strictObject({ memory_test_id: z.string(), name: z.string(), cells: z.array(cell) }),
  ),
})

const experiment = z.strictObject({
  id: z.string(),
  type: z.literal('experiment'),
  memory_store_id: z.string(),
  name: z.string(),
  /** the others are compared with the first */
  columns: z.array(column),
  memory_test_ids: z.array(z.string()),
  /** answers of each test in each column */
  samples: size,
  actor,
  created_at: time,
})

export const experimentListItem = experiment.extend({ last_run: runSummary.nullable() })

export const experimentAnswer = experiment.extend({ run: table, runs: z.array(runSummary) })

export const experimentEstimateAnswer = z.strictObject({
  type: z.literal('experiment_estimate'),
  estimate: pricedUsage,
  answers: size,
  budget,
})

export const experimentSample = z.strictObject({
  /** from 0 */
  column: size,
  held: z.boolean(),
  checks: z.array(z.strictObject({ held: z.boolean() })),
  texts: z.array(z.string()),
  tool_calls: z.array(
    z.strictObject({ name: z.string(), input: z.record(z.string(), z.unknown()) }),
  ),
  changes: z.array(
    z.strictObject({ path: z.string(), operation: z.enum(['created', 'modified', 'deleted']) }),
  ),
  usage,
  duration_ms: size,
})

export function wireExperimentItem(
  shown: Experiment,
  lastRun: ExperimentRun | null,
): Wire<typeof experimentListItem> {
  return { ...wireHead(shown), last_run: lastRun === null ? null : wireRun(lastRun) }
}

export function wireExperiment(shown: ShownExperiment): Wire<typeof experimentAnswer> {
  return {
    ...wireHead(shown.experiment),
    run: wireTable(shown.run, shown.table),
    runs: shown.runs.map(wireRun),
  }
}

export function wireExperimentEstimate(
  estimate: ExperimentEstimate,
): Wire<typeof experimentEstimateAnswer> {
  return {
    type: 'experiment_estimate',
    estimate: wirePricedUsage(estimate.usage),
    answers: estimate.answers,
    budget: wireBudget(estimate.budget),
  }
}

export function wireExperimentSample(sample: ColumnSample): Wire<typeof experimentSample> {
  return {
    column: sample.column,
    held: sample.held,
    checks: sample.checks.map((held) => ({ held })),
    texts: sample.texts,
    tool_calls: sample.calls.map(({ name, input }) => ({ name, input })),
    changes: sample.changes.map(({ path, operation }) => ({ path, operation })),
    usage: wireUsage(sample.usage),
    duration_ms: sample.durationMs,
  }
}

function wireHead(shown: Experiment): Wire<typeof experiment> {
  return {
    id: shown.id,
    type: 'experiment',
    memory_store_id: shown.storeId,
    name: shown.name,
    columns: shown.columns.map(({ storeId, sequence, ...own }) => ({
      ...{ memory_store_id: storeId, at: sequence, ...wireSettings(own) },
    })),
    memory_test_ids: [...shown.testIds],
    samples: shown.samples,
    actor: wireActor(shown.createdBy),
    created_at: wireTime(shown.createdAt),
  }
}

function wireSettings({ model, access, instructions, toolSet }: ColumnSettings) {
  return { model, access, system: instructions, tool_set: toolSet }
}

function wireRun(run: ExperimentRun): Wire<typeof runSummary> {
  return {
    id: run.id,
    type: 'experiment_run',
    status: run.state,
    answers: run.answers,
    budget: wireBudget(run.budget),
    usage: wireUsage(run.usage),
    error: run.error,
    actor: wireActor(run.startedBy),
    created_at: wireTime(run.createdAt),
    finished_at: timeOrNull(run.finishedAt),
  }
}

function wireTable(
  run: ExperimentRun,
  { columns, tests, usd }: ExperimentTable,
): Wire<typeof table> {
  return {
    ...wireRun(run),
    usage: wirePricedUsage({ ...run.usage, usd }),
    columns: run.columns.flatMap(({ storeId, sequence, ...set }, index) => {
      const own = columns[index]
      if (!own) return []
      const { comparison: compared } = own
      return {
        ...{ memory_store_id: storeId, moment: sequence, ...wireSettings(set), ...wireCell(own) },
        difference: compared && {
          verdict: compared.says,
          of: compared.other.of,
          interval: [compared.interval.low, compared.interval.high] as const,
          would_tell: compared.wouldTell,
        },
      }
    }),
    tests: tests.map(({ id, name, cells }) => ({
      ...{ memory_test_id: id, name, cells: cells.map(wireCell) },
    })),
  }
}

/** The cells of a table, test by test, each with its place. */
export function wireCells({ tests }: ExperimentTable) {
  return tests.flatMap(({ id, cells }) =>
    cells.map((own, column) => ({ memory_test_id: id, column, ...wireCell(own) })),
  )
}

function wireCell(own: Cell): Wire<typeof cell> {
  const { held, of, durationMs } = own
  const known = cellInterval(own)
  return {
    ...{ held, of },
    interval: known && ([known.low, known.high] as const),
    usage: wirePricedUsage(own.usage),
    duration_ms: durationMs,
  }
}
