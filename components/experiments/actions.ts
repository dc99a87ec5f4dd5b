'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { storePages } from '@/components/commands/shown-on'
import { likelyMoneyOnPage } from '@/components/why/price-on-page'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import { database } from '@/lib/db/open-database'
import {
  cancelExperimentRun,
  createExperiment,
  deleteExperiment,
  estimateExperiment,
  runExperiment,
} from '@/lib/experiments/change-experiments'
import { getExperiment } from '@/lib/experiments/read-experiments'
import { experimentCommand } from './experiment-command'
import type { ExperimentPrice } from './experiment-price'

const written = z.object({
  storeId: z.string(),
  name: z.string(),
  columns: z.array(
    z.object({
      storeId: z.string(),
      /** null: as it is when a run starts */
      sequence: z.number().nullable(),
      /** null: each test's own */
      model: z.string().nullable(),
      access: z.enum(['read_write', 'read_only']).nullable(),
      instructions: z.string().nullable(),
      toolSet: z.enum(TOOL_SETS).nullable(),
    }),
  ),
  testIds: z.array(z.string()),
  samples: z.number(),
})

const started = written.extend({ maxRequests: z.number() })

/** What an experiment would cost. */
export const priceExperimentAction = experimentCommand(
  written,
  async (input): Promise<ExperimentPrice> => {
    const { storeId } = input
    const experiment = experimentOf(input)
    const { usage, answers, isFree, budget } = await estimateExperiment(database(), {
      storeId,
      experiment,
    })
    const tokens = usage.inputTokens + usage.outputTokens
    return {
      ...{ answers, requests: usage.requests, tokens, isFree },
      money: await likelyMoneyOnPage(usage.usd),
      maxRequests: budget.maxRequests,
    }
  },
)

/** Saves an experiment and starts its first run; its id. */
export const startExperimentAction = experimentCommand(started, async (input) => {
  const { storeId, maxRequests } = input
  return createExperiment(database(), {
    storeId,
    experiment: experimentOf(input),
    budget: { maxRequests },
    by: PERSON.actor,
  })
})

const one = z.object({ storeId: z.string(), experimentId: z.string() })

/** Runs an experiment again. */
export const runExperimentAction = experimentCommand(
  one,
  async (asked) => {
    await runExperiment(database(), { ...asked, by: PERSON.actor })
    return null
  },
  storePages,
)

/** Stops the run that is under way; what was answered stays. */
export const stopExperimentAction = experimentCommand(
  one,
  async (asked) => {
    const { run } = await getExperiment(database(), asked)
    await cancelExperimentRun(database(), run.id)
    return null
  },
  storePages,
)

/** Deletes an experiment with its runs and their answers. */
export const deleteExperimentAction = experimentCommand(one, async (asked) => {
  await deleteExperiment(database(), asked)
  return null
})

function experimentOf({ name, columns, testIds, samples }: z.output<typeof written>) {
  return {
    ...{ name, testIds, samples },
    columns: columns.map(({ storeId, sequence, model, access, instructions, toolSet }) => ({
      storeId,
      ...(sequence === null ? {} : { at: { sequence } }),
      ...(model === null ? {} : { model }),
      ...(access === null ? {} : { access }),
      ...(instructions === null ? {} : { instructions }),
      ...(toolSet === null ? {} : { toolSet }),
    })),
  }
}
