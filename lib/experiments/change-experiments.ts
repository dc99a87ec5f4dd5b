import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { lastPriceOf, likelyPriceOf, times } from '@/lib/memory-tests/answer-price'
import type { MemoryTest, TestBudget } from '@/lib/memory-tests/model/memory-test'
import { testsById } from '@/lib/memory-tests/read-tests'
import { sumOfUsd } from '@/lib/model-prices'
import { isFreeWith, judgingRequests, modelsAsked } from '@/lib/replay/checks'
import type { PricedUsage } from '@/lib/replay/model/replay'
import { refuseReplay } from '@/lib/replay/problems'
import { requireModels } from '@/lib/replay/require-models'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { usdOf } from '@/lib/replay/usd'
import { branchesOf } from '@/lib/store/branches/find-branch'
import type { Actor } from '@/lib/store/model/actor'
import type { Moment } from '@/lib/store/model/moment'
import { refuse } from '@/lib/store/model/problems'
import { getStore } from '@/lib/store/stores/read-stores'
import { storeMoment } from '@/lib/store/time/store-moment'
import { newId } from '@/lib/text/prefixed-id'
import { checkedExperiment, type ExperimentInput } from './checked-experiment'
import { type Column, type Experiment, isAsking, type RunColumn, testIn } from './model/experiment'
import { refuseExperiment } from './problems'
import { experimentOf } from './read-experiments'
import { interruptExperiment, workOnExperiment } from './run-experiments'
import {
  askRunToStop,
  dropOldRuns,
  insertRun,
  runById,
  runsOfExperiment,
} from './sql/experiment-runs'
import { experimentById } from './sql/experiments'
import { columnsToStore, instructionsToStore, type RunTest } from './stored-experiment'

/** Of one store: a person looks through them. */
const MAX_EXPERIMENTS = 200

/** Of one run: a table of it is counted in some ten milliseconds. */
const MAX_ANSWERS = 6_000

/** Runs that are kept of each experiment. */
const KEPT_RUNS = 10

/** A budget that nobody gave is so many times as large as what a run is likely to ask. */
const BUDGETED = 3

/** The price of a run, before anything is asked. */
export interface ExperimentEstimate {
  readonly usage: PricedUsage
  readonly answers: number
  /** whether the practice agent answers all of it, which costs nothing */
  readonly isFree: boolean
  /** the budget that it would have */
  readonly budget: TestBudget
}

interface Asked {
  storeId: string
  /** left out: three times what the run is likely to ask */
  budget?: Partial<TestBudget> | undefined
}

/** A run that is to be, with its price. */
interface Planned {
  readonly columns: readonly RunColumn[]
  readonly tests: readonly RunTest[]
  readonly estimate: ExperimentEstimate
}

/**
 * Estimates the price of an experiment's first run. Asks no model. Refuses `store_not_found`,
 * `invalid_experiment`, `column_not_of_store`, `test_not_found`, `moment_before_store`,
 * `too_many_answers`, `budget_too_small`, `model_gone`.
 */
export async function estimateExperiment(
  db: Database,
  { storeId, experiment, budget }: Asked & { experiment: ExperimentInput },
): Promise<ExperimentEstimate> {
  const checked = checkedExperiment(experiment)
  const columns = await columnsOf(db, storeId, checked.columns)
  const { estimate } = await planned(db, { ...checked, storeId, columns }, budget)
  await requireModelsOf(db, { ...checked, storeId, columns })
  return estimate
}

/**
 * Saves an experiment and starts its first run in the background. Returns its id. Refuses as
 * `estimateExperiment` does, and `store_archived`, `too_many_experiments`.
 */
export async function createExperiment(
  db: Database,
  { storeId, experiment, budget, by }: Asked & { experiment: ExperimentInput; by: Actor },
): Promise<string> {
  const checked = checkedExperiment(experiment)
  const columns = await columnsOf(db, storeId, checked.columns)
  const plan = await planned(db, { ...checked, storeId, columns }, budget)
  await requireModelsOf(db, { ...checked, storeId, columns })
  const id = newId('exprm')
  const run = await db.write(async (tx) => {
    const storeKey = await openStore(tx, storeId)
    const count = await tx.prisma.experiment.count({ where: { storeKey } })
    if (count >= MAX_EXPERIMENTS) {
      refuseExperiment({ kind: 'too_many_experiments', maximum: MAX_EXPERIMENTS })
    }
    const { key } = await tx.prisma.experiment.create({
      data: {
        ...{ id, storeKey, name: checked.name, samples: checked.samples },
        columns: columnsToStore(columns),
        instructions: instructionsToStore(columns),
        tests: JSON.stringify(checked.testIds),
        ...{ actorType: by.type, actorId: by.id, createdAt: Date.now() },
      },
    })
    return newRun(tx, plan, { experimentKey: key, storeKey, samples: checked.samples, by })
  })
  await workOnExperiment(db, run)
  return id
}

/** Estimates the price of running an experiment again. Refuses as `runExperiment` does, but for a model that is gone. */
export async function estimateRun(
  db: Database,
  { experimentId, ...asked }: Asked & { experimentId: string },
): Promise<ExperimentEstimate> {
  const experiment = await wholeExperiment(db, { storeId: asked.storeId, experimentId })
  return (await planned(db, experiment, asked.budget)).estimate
}

/**
 * Runs an experiment again, in the background, with the tests that are still there. Returns the
 * run's id: that of the one under way, if there is one. Refuses `experiment_not_found`,
 * `experiment_redacted`, `no_tests_left`, `store_not_found` for a branch that is gone, `store_archived`,
 * `budget_too_small`, `model_gone`.
 */
export async function runExperiment(
  db: Database,
  { experimentId, storeId, budget, by }: Asked & { experimentId: string; by: Actor },
): Promise<string> {
  const experiment = await wholeExperiment(db, { storeId, experimentId })
  const plan = await planned(db, experiment, budget)
  await requireModelsOf(db, experiment)
  const run = await db.write(async (tx) => {
    const storeKey = await openStore(tx, storeId)
    const row = await experimentById(tx, experimentId)
    if (!row) return refuseExperiment({ kind: 'experiment_not_found', experimentId })
    const [newest] = await runsOfExperiment(tx, row.key)
    if (newest && isAsking(newest.status) && newest.stopAskedAt === null) return newest.id
    const { samples } = experiment
    return newRun(tx, plan, { experimentKey: row.key, storeKey, samples, by })
  })
  await workOnExperiment(db, run)
  return run
}

/** Stops a run; what was answered stays. Returns whether there was something to stop. */
export async function cancelExperimentRun(db: Database, runId: string): Promise<boolean> {
  const isStopped = await db.write(async (tx) => {
    const isAsked = await askRunToStop(tx, runId, Date.now())
    const row = await runById(tx, runId)
    if (row) tx.touch(row.storeKey)
    return isAsked
  })
  if (isStopped) interruptExperiment(runId)
  return isStopped
}

/** Deletes an experiment with its runs and their answers. Refuses `experiment_not_found`. */
export async function deleteExperiment(
  db: Database,
  { storeId, experimentId }: { storeId: string; experimentId: string },
): Promise<void> {
  const runs = await db.write(async (tx) => {
    const row = await experimentById(tx, experimentId)
    if (!row || row.storeId !== storeId) {
      return refuseExperiment({ kind: 'experiment_not_found', experimentId })
    }
    const rows = await runsOfExperiment(tx, row.key)
    await tx.prisma.experiment.delete({ where: { key: row.key } })
    tx.touch(row.storeKey)
    return rows
  })
  // What is under way is asked for nothing.
  for (const { id } of runs) interruptExperiment(id)
}

/** An experiment that can be run again. */
async function wholeExperiment(
  db: Database,
  asked: { storeId: string; experimentId: string },
): Promise<Experiment> {
  const experiment = await experimentOf(db, asked)
  return experiment.isRedacted ? refuseExperiment({ kind: 'experiment_redacted' }) : experiment
}

/** Columns as they are kept: a time becomes the change before it, which stays the same. */
async function columnsOf(
  db: Database,
  ownId: string,
  columns: ExperimentInput['columns'],
): Promise<Column[]> {
  await getStore(db, ownId)
  const kept: Column[] = []
  for (const [index, { storeId = ownId, at, ...settings }] of columns.entries()) {
    if (storeId !== ownId) {
      const branch = (await branchesOf(db, [storeId])).get(storeId)
      if (branch?.originId !== ownId) {
        refuseExperiment({ kind: 'column_not_of_store', column: index, storeId })
      }
    }
    const sequence = at ? await changeAt(db, storeId, at) : null
    const { model = null, access = null, instructions = null, toolSet = null } = settings
    kept.push({ storeId, sequence, model, access, instructions, toolSet })
  }
  return kept
}

async function changeAt(db: Database, storeId: string, at: Moment): Promise<number> {
  const { sequence, last } = await storeMoment(db, { storeId, ...at })
  if (sequence === 0 && last > 0) refuseReplay({ kind: 'moment_before_store', storeId })
  return sequence
}

/** Refuses `model_gone`. */
async function requireModelsOf(
  db: Database,
  { storeId, columns, testIds }: Pick<Experiment, 'storeId' | 'columns' | 'testIds'>,
): Promise<void> {
  const byId = await testsById(db, storeId)
  const tests = testIds.flatMap((id) => byId.get(id)?.test ?? [])
  const answering = columns.flatMap(({ model }) => tests.map((test) => model ?? test.model))
  await requireModels(
    answering,
    tests.flatMap(({ checks }) => checks),
  )
}

async function planned(
  db: Database,
  experiment: Pick<Experiment, 'storeId' | 'columns' | 'testIds' | 'samples'>,
  budget: Asked['budget'],
): Promise<Planned> {
  const { storeId, testIds, samples } = experiment
  const byId = await testsById(db, storeId)
  const tests = testIds.flatMap((id) => byId.get(id) ?? [])
  if (tests.length === 0) refuseExperiment({ kind: 'no_tests_left' })
  const answers = samples * tests.length * experiment.columns.length
  if (answers > MAX_ANSWERS) {
    refuseExperiment({ kind: 'too_many_answers', answers, maximum: MAX_ANSWERS })
  }
  const columns: RunColumn[] = []
  for (const column of experiment.columns) {
    const now = { storeId: column.storeId, time: Date.now() }
    const sequence = column.sequence ?? (await storeMoment(db, now)).sequence
    columns.push({ ...column, sequence })
  }
  const usage = await priceOf(db, { columns, samples, tests: tests.map(({ test }) => test) })
  const leastOf = ({ messages, checks }: MemoryTest) => messages.length + judgingRequests(checks)
  const least = tests.reduce((sum, { test }) => sum + leastOf(test), 0) * columns.length
  const maxRequests = budget?.maxRequests ?? BUDGETED * usage.requests
  if (maxRequests < least) refuseReplay({ kind: 'budget_too_small', least })
  const isFree = columns.every(({ model }) =>
    tests.every(({ test }) => isFreeWith(model ?? test.model, test.checks)),
  )
  return {
    columns,
    tests: tests.map(({ key, test: { revision } }) => ({ key, revision })),
    estimate: {
      ...{ usage, answers, isFree },
      budget: { maxRequests, maxTokens: budget?.maxTokens ?? null },
    },
  }
}

/** Returns the usual cost of so many answers: by each test's last run, or estimated by its first request. */
async function priceOf(
  db: Database,
  {
    columns,
    tests,
    samples,
  }: { columns: readonly RunColumn[]; tests: readonly MemoryTest[]; samples: number },
): Promise<PricedUsage> {
  const sum = { requests: 0, inputTokens: 0, outputTokens: 0 }
  const amounts: (number | null)[] = []
  const snapshots = columns.map(({ storeId, sequence }) => new StoreSnapshot(db, storeId, sequence))
  for (const test of tests) {
    const last = await lastPriceOf(db, test)
    for (const [index, column] of columns.entries()) {
      const snapshot = snapshots[index]
      if (!snapshot) continue
      const { storeId, instructions, toolSet } = column
      const asked = { ...testIn(column, test), storeId }
      // Instructions and tools are sent with each request: what the test cost says nothing of others.
      const known = instructions === null && toolSet === null ? last : null
      const all = times(known ?? (await likelyPriceOf(db, asked, snapshot)), samples)
      sum.requests += all.requests
      sum.inputTokens += all.inputTokens
      sum.outputTokens += all.outputTokens
      amounts.push(usdOf(modelsAsked(asked.model, test.checks), all))
    }
  }
  return { ...sum, usd: sumOfUsd(amounts) }
}

async function newRun(
  tx: WriteSql,
  { columns, tests, estimate }: Planned,
  of: { experimentKey: number; storeKey: number; samples: number; by: Actor },
): Promise<string> {
  const { experimentKey, storeKey, samples, by } = of
  const id = newId('exrun')
  await insertRun(tx, {
    ...{ id, experimentKey, storeKey, samples, ...estimate.budget },
    columns: columnsToStore(columns),
    tests: JSON.stringify(tests),
    ...{ actorType: by.type, actorId: by.id, createdAt: Date.now() },
  })
  await dropOldRuns(tx, { experimentKey, kept: KEPT_RUNS })
  tx.touch(storeKey)
  return id
}

async function openStore({ prisma }: WriteSql, storeId: string): Promise<number> {
  const store = await prisma.memoryStore.findFirst({ where: { id: storeId, deletedAt: null } })
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId })
  return store.key
}
