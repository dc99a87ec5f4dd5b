import type { Database } from '@/lib/db/database'
import type { TestSample, TestUsage } from '@/lib/memory-tests/model/memory-test'
import { testsById } from '@/lib/memory-tests/read-tests'
import { sumOfUsd } from '@/lib/model-prices'
import { modelsAskedBy } from '@/lib/memory-tests/models-asked-by'
import type { PricedUsage } from '@/lib/replay/model/replay'
import { usdOf } from '@/lib/replay/usd'
import { getStore } from '@/lib/store/stores/read-stores'
import { groupedBy } from '@/lib/text/grouped-by'
import { comparisonOf } from './model/comparison'
import type { Cell, Experiment, ExperimentRun, ExperimentTable } from './model/experiment'
import { refuseExperiment } from './problems'
import { type ExperimentRunRow, newestRunsOfStore, runsOfExperiment } from './sql/experiment-runs'
import {
  cellsOfRun,
  type CellRow,
  type ExperimentSampleRow,
  pairsOfRun,
  samplesOfTest,
} from './sql/experiment-samples'
import { experimentById, experimentsOfStore } from './sql/experiments'
import { experimentOfRow, runOfRow, testsOfRun } from './stored-experiment'

/** An experiment with its newest run; null: a redaction or a failure left it none. */
export interface ListedExperiment {
  experiment: Experiment
  lastRun: ExperimentRun | null
}

/** A run with its table, and the other runs that are kept, newest first. */
export interface ShownExperiment {
  experiment: Experiment
  run: ExperimentRun
  table: ExperimentTable
  runs: readonly ExperimentRun[]
}

/** A store's experiments, newest first. Refuses `store_not_found`. */
export async function listExperiments(db: Database, storeId: string): Promise<ListedExperiment[]> {
  await getStore(db, storeId)
  const rows = await experimentsOfStore(db.read, storeId)
  const [first] = rows
  if (!first) return []
  const runs = await newestRunsOfStore(db.read, first.storeKey)
  const byExperiment = new Map(runs.map((run) => [run.experimentId, run]))
  return rows.map((row) => {
    const run = byExperiment.get(row.id)
    return { experiment: experimentOfRow(row), lastRun: run ? runOfRow(run) : null }
  })
}

/** An experiment. Refuses `experiment_not_found`, for that of another store too. */
export async function experimentOf(
  db: Database,
  asked: { storeId: string; experimentId: string },
): Promise<Experiment> {
  return experimentOfRow(await experimentRow(db, asked))
}

/**
 * An experiment with the table of a run: the newest, unless another is named. Refuses
 * `experiment_not_found`, `experiment_run_not_found`.
 */
export async function getExperiment(
  db: Database,
  { runId, ...asked }: { storeId: string; experimentId: string; runId?: string | undefined },
): Promise<ShownExperiment> {
  const row = await experimentRow(db, asked)
  const runs = await runsOfExperiment(db.read, row.key)
  const run = runNamed(runs, runId)
  return {
    experiment: experimentOfRow(row),
    run: runOfRow(run),
    table: await tableOf(db, { storeId: asked.storeId, run }),
    runs: runs.map(runOfRow),
  }
}

/** An answer in a column, from 0. */
export interface ColumnSample extends Omit<TestSample, 'isEmpty'> {
  column: number
}

/**
 * The answers to one test in all columns of a run: the newest, unless another is named. Refuses as
 * `getExperiment` does.
 */
export async function answersOf(
  db: Database,
  {
    testId,
    runId,
    ...asked
  }: { storeId: string; experimentId: string; testId: string; runId?: string | undefined },
): Promise<ColumnSample[]> {
  const row = await experimentRow(db, asked)
  const run = runNamed(await runsOfExperiment(db.read, row.key), runId)
  const test = (await testsById(db, asked.storeId)).get(testId)
  if (!test) return []
  const rows = await samplesOfTest(db.read, { runKey: run.key, testKey: test.key })
  return rows.map(sampleOfRow)
}

async function experimentRow(
  db: Database,
  { storeId, experimentId }: { storeId: string; experimentId: string },
) {
  const row = await experimentById(db.read, experimentId)
  if (!row || row.storeId !== storeId) {
    return refuseExperiment({ kind: 'experiment_not_found', experimentId })
  }
  return row
}

function runNamed(rows: readonly ExperimentRunRow[], runId: string | undefined): ExperimentRunRow {
  const run = runId === undefined ? rows[0] : rows.find(({ id }) => id === runId)
  return run ?? refuseExperiment({ kind: 'experiment_run_not_found', runId: runId ?? '' })
}

async function tableOf(
  db: Database,
  { storeId, run }: { storeId: string; run: ExperimentRunRow },
): Promise<ExperimentTable> {
  const asked = testsOfRun(run)
  const revisions = new Map(asked.map(({ key, revision }) => [key, revision]))
  const known = [...(await testsById(db, storeId)).values()].filter(({ key }) => revisions.has(key))
  const cells = groupedBy(await cellsOfRun(db.read, run.key), ({ testKey }) => testKey)
  const pairs = groupedBy(await pairsOfRun(db.read, run.key), ({ columnIndex }) => columnIndex)
  const { columns: askedIn, usage } = runOfRow(run)
  const tests = known.map(({ key, test }) => {
    const rows = cells.get(key) ?? []
    const priced = askedIn.map(({ model }, index) => {
      const models = modelsAskedBy({ ...test, model: model ?? test.model }, revisions.get(key))
      const own = rows.filter(({ columnIndex }) => columnIndex === index)
      return { models, cell: sumOf(own.map((row) => cellOfRow(row, models))) }
    })
    return { id: test.id, name: test.name, priced, cells: priced.map(({ cell }) => cell) }
  })
  const columns = askedIn.map((_, index) => {
    const answered = (pairs.get(index) ?? []).map(({ baseline, held }) => ({
      ...{ baseline: baseline === 1, other: held === 1 },
    }))
    const isOver = run.finishedAt !== null
    const all = isOver ? answered.length : asked.length * run.samples
    return {
      ...sumOf(tests.flatMap(({ cells: row }) => row[index] ?? [])),
      comparison: comparisonOf(answered, all),
    }
  })
  const models = tests.flatMap(({ priced }) => priced.map((each) => each.models))
  const areKnown = known.length === asked.length && models.every((each) => each !== null)
  return {
    columns,
    tests: tests.map(({ id, name, cells: own }) => ({ id, name, cells: own })),
    usd: usdOfRun(usage, columns, areKnown ? models.flat() : null),
  }
}

/** The most that a run cost. Answers that did not end are in no column, and may be of each of the models. */
function usdOfRun(
  { inputTokens, outputTokens }: TestUsage,
  columns: readonly Cell[],
  models: readonly string[] | null,
): number | null {
  const { usage } = sumOf(columns)
  const rest = {
    // The columns may be read after the run, which goes on.
    inputTokens: Math.max(0, inputTokens - usage.inputTokens),
    outputTokens: Math.max(0, outputTokens - usage.outputTokens),
  }
  const isAll = rest.inputTokens === 0 && rest.outputTokens === 0
  return sumOfUsd([usage.usd, isAll ? 0 : usdOf(models, rest)])
}

const NO_USAGE: PricedUsage = { requests: 0, inputTokens: 0, outputTokens: 0, usd: 0 }

function sumOf(cells: readonly Cell[]): Cell {
  const none: Cell = { held: 0, of: 0, usage: NO_USAGE, durationMs: 0 }
  return cells.reduce<Cell>(
    (sum, each) => ({
      held: sum.held + each.held,
      of: sum.of + each.of,
      usage: {
        requests: sum.usage.requests + each.usage.requests,
        inputTokens: sum.usage.inputTokens + each.usage.inputTokens,
        outputTokens: sum.usage.outputTokens + each.usage.outputTokens,
        usd: sumOfUsd([sum.usage.usd, each.usage.usd]),
      },
      durationMs: sum.durationMs + each.durationMs,
    }),
    none,
  )
}

function cellOfRow(row: CellRow, models: readonly string[] | null): Cell {
  const { held, answers, requests, inputTokens, outputTokens, duration } = row
  return {
    ...{ held, of: answers },
    usage: { requests, inputTokens, outputTokens, usd: usdOf(models, row) },
    durationMs: duration,
  }
}

function sampleOfRow(row: ExperimentSampleRow): ColumnSample {
  const { texts, calls, changes } = JSON.parse(row.answer) as Pick<
    TestSample,
    'texts' | 'calls' | 'changes'
  >
  const { requests, inputTokens, outputTokens } = row
  return {
    column: row.columnIndex,
    held: row.held === 1,
    checks: (JSON.parse(row.checks) as number[]).map((held) => held === 1),
    ...{ texts, calls, changes },
    usage: { requests, inputTokens, outputTokens },
    durationMs: row.duration,
  }
}
