import type { Database } from '@/lib/db/database'
import type { TestSample, TestUsage } from '@/lib/memory-tests/model/memory-test'
import { testsById } from '@/lib/memory-tests/read-tests'
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
  const keys = new Set(asked.map(({ key }) => key))
  const known = [...(await testsById(db, storeId)).values()].filter(({ key }) => keys.has(key))
  const cells = groupedBy(await cellsOfRun(db.read, run.key), ({ testKey }) => testKey)
  const pairs = groupedBy(await pairsOfRun(db.read, run.key), ({ columnIndex }) => columnIndex)
  const indexes = [...runOfRow(run).columns.keys()]
  const tests = known.map(({ key, test: { id, name } }) => {
    const rows = cells.get(key) ?? []
    const cellAt = (index: number) =>
      sumOf(rows.filter(({ columnIndex }) => columnIndex === index).map(cellOfRow))
    return { id, name, cells: indexes.map(cellAt) }
  })
  const columns = indexes.map((index) => {
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
  return { columns, tests }
}

const NO_USAGE: TestUsage = { requests: 0, inputTokens: 0, outputTokens: 0 }

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
      },
      durationMs: sum.durationMs + each.durationMs,
    }),
    none,
  )
}

function cellOfRow(row: CellRow): Cell {
  const { held, answers, requests, inputTokens, outputTokens, duration } = row
  return {
    ...{ held, of: answers },
    usage: { requests, inputTokens, outputTokens },
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
