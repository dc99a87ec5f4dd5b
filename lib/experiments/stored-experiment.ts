import { z } from 'zod'
import { agentSettings } from '@/lib/memory-tests/agent-settings'
import type { Column, Experiment, ExperimentRun, RunColumn } from './model/experiment'
import type { ExperimentRunRow } from './sql/experiment-runs'
import type { ExperimentRow } from './sql/experiments'

const column = z.object({
  storeId: z.string(),
  sequence: z.number().nullable(),
  model: z.string().nullable(),
  // Those from before columns had settings have none.
  access: agentSettings.access.nullable().default(null),
  toolSet: agentSettings.toolSet.nullable().default(null),
})

const storedColumns = z.array(column)
const storedRunColumns = z.array(column.extend({ sequence: z.number() }))
const storedInstructions = z.array(z.string().nullable())
const storedIds = z.array(z.string())

/** A test as a run asks it. */
const storedTests = z.array(z.object({ key: z.number(), revision: z.number() }))

export type RunTest = z.output<typeof storedTests>[number]

export function experimentOfRow(row: ExperimentRow): Experiment {
  return {
    id: row.id,
    storeId: row.storeId,
    name: row.name,
    columns: withInstructions(storedColumns.parse(JSON.parse(row.columns)), row),
    testIds: storedIds.parse(JSON.parse(row.tests)),
    samples: row.samples,
    isRedacted: row.isRedacted === 1,
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

export function columnsOfRun(row: Pick<ExperimentRunRow, 'columns' | 'instructions'>): RunColumn[] {
  return withInstructions(storedRunColumns.parse(JSON.parse(row.columns)), row)
}

/** Columns as they are stored: without their instructions, which stand where a redaction finds them. */
export function columnsToStore(columns: readonly Column[]): string {
  return JSON.stringify(columns.map(({ instructions: _, ...column }) => column))
}

/** The instructions of an experiment's columns, as they are stored. */
export function instructionsToStore(columns: readonly Column[]): string {
  return JSON.stringify(columns.map(({ instructions }) => instructions))
}

function withInstructions<Stored extends object>(
  columns: readonly Stored[],
  row: { instructions: string },
) {
  const instructions = storedInstructions.parse(JSON.parse(row.instructions))
  return columns.map((stored, index) => ({
    ...stored,
    instructions: instructions[index] ?? null,
  }))
}

export function testsOfRun({ tests }: Pick<ExperimentRunRow, 'tests'>): RunTest[] {
  return storedTests.parse(JSON.parse(tests))
}
