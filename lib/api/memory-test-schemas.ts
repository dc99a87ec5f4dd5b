import { z } from 'zod'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import { verdictRuleSchema } from '@/lib/memory-tests/model/verdict'
import { budgetOfBody, checkBody, momentOfBody } from './replay-schemas'
import { id, listOf, name, path, rawWords, words } from './text-schema'

/** Requests about memory tests. */

const nightlyAt = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as 02:30, in UTC')

const test = z.strictObject({
  name,
  messages: listOf(words, 20).min(1),
  checks: listOf(checkBody, 10).min(1),
  model: id,
  /** whether the agent may write, in the copy that it has; left out: it may */
  access: z.enum(['read_write', 'read_only']).optional(),
  /** the start of the agent's system prompt */
  system: rawWords.nullable().optional(),
  tool_set: z.enum(TOOL_SETS).optional(),
  verdict: verdictRuleSchema.optional(),
  when: z
    .strictObject({
      paths: listOf(path, 50).nullable().optional(),
      nightly_at: nightlyAt.nullable().optional(),
      /** whether a review, a held write or a merge waits until it passes */
      is_gate: z.boolean().optional(),
      /**
       * whether the change since which it fails is looked for by itself, within the daily budget of
       * tests; null: where that costs nothing
       */
      bisects_itself: z.boolean().nullable().optional(),
    })
    .optional(),
})

export const createTestBody = test

export const updateTestBody = test.partial()

export const bisectTestBody = z.strictObject({
  /** left out: the last run that passed, or the beginning of the store */
  good: momentOfBody.optional(),
  /** left out: now */
  bad: momentOfBody.optional(),
  budget: budgetOfBody.optional(),
  /** tells the price and starts nothing */
  dry_run: z.boolean().default(false),
})

export const runTestBody = z.strictObject({
  /** a moment of the store: after a change, by its number, or at a time */
  at: momentOfBody.optional(),
  /** a branch of the store that is asked in its place */
  memory_store_id: id.optional(),
  budget: budgetOfBody.optional(),
  /** tells the price and starts nothing */
  dry_run: z.boolean().default(false),
})
