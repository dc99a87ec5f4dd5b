import { z } from 'zod'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import type { ExperimentInput } from '@/lib/experiments/checked-experiment'
import { budgetOfBody, momentOfBody } from './replay-schemas'
import { id, listOf, name, rawWords } from './text-schema'

/** Requests about experiments. */

const column = z.strictObject({
  /** left out: the store itself */
  memory_store_id: id.optional(),
  /** left out: as the store is when a run starts */
  at: momentOfBody.optional(),
  /** left out: each test's own */
  model: id.optional(),
  /** whether the agent may write, in the copy that it has; left out: as each test says */
  access: z.enum(['read_write', 'read_only']).optional(),
  /** the start of the agent's system prompt in place of each test's own; left out: that, empty: none */
  system: rawWords.optional(),
  /** left out: each test's own */
  tool_set: z.enum(TOOL_SETS).optional(),
})

const run = {
  budget: budgetOfBody.optional(),
  /** tells the price and starts nothing */
  dry_run: z.boolean().default(false),
}

export const createExperimentBody = z.strictObject({
  name,
  columns: listOf(column, 6),
  memory_test_ids: listOf(id, 100),
  samples: z.int().positive().max(100),
  ...run,
})

export const runExperimentBody = z.strictObject(run)

export const experimentQuery = z.object({
  /** left out: the newest */
  run_id: id.optional(),
})

export const experimentAnswersQuery = experimentQuery.extend({ memory_test_id: id })

export const exportExperimentQuery = experimentQuery.extend({
  format: z.enum(['csv', 'json'], 'must be csv or json').default('json'),
})

/** An experiment as a body says it. */
export function experimentOfBody(body: z.output<typeof createExperimentBody>): ExperimentInput {
  return {
    name: body.name,
    columns: body.columns.map(
      ({ memory_store_id: storeId, tool_set: toolSet, system, ...said }) => ({
        ...(storeId === undefined ? {} : { storeId }),
        ...(toolSet === undefined ? {} : { toolSet }),
        ...(system === undefined ? {} : { instructions: system }),
        ...said,
      }),
    ),
    testIds: body.memory_test_ids,
    samples: body.samples,
  }
}
