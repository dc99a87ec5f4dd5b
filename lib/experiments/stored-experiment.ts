import { z } from 'zod'
import type { Experiment, ExperimentRun, RunColumn } from './model/experiment'
import type { ExperimentRunRow } from './sql/experiment-runs'
import type { ExperimentRow } from './sql/experiments'

const column = z.object({
  storeId: z.string(),
  sequence: z.number().nullable(),
  model: z.string().nullable(),
})

const storedColumns = z.array(column)
const storedRunColumns = z.array(column.extend({ sequence: z.number() }))
const storedIds = z.array(z.string())

/** A test as a run asks it. */
const storedTests = z.array(z.object({ key: z.number(), revision: z.number() }))

export type RunTest = z.output<typeof storedTests>[number]

export function experimentOfRow(row: ExperimentRow): Experiment {
  return {
    id: row.id,
    storeId: row.storeId,
    name: row.name,
    columns: storedColumns.parse(JSON.parse(row.columns)),
    testIds: storedIds.parse(JSON.parse(row.tests)),
    samples: row.samples,
    createdBy: { type: row.actorType, id: row.actorId },
    createdAt: row.createdAt,
  }
}

export function runOfRow(row: ExperimentRunRow): ExperimentRun {
  const { maxRequests, maxTokens, requests, inputTokens, outputTokens } = row
  return {
    id: row.id,
    columns: columnsOfRun(row),
    samples: row.samples,
    state: row.status,
    budget: { maxRequests, maxTokens },
    usage: { requests, inputTokens, outputTokens },
    answers: row.answers,
    error: row.error,
    startedBy: { type: row.actorType, id: row.actorId },
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  }
}

export function columnsOfRun({ columns }: Pick<ExperimentRunRow, 'columns'>): RunColumn[] {
  return storedRunColumns.parse(JSON.parse(columns))
}

export function testsOfRun({ tests }: Pick<ExperimentRunRow, 'tests'>): RunTest[] {
  return storedTests.parse(JSON.parse(tests))
}
