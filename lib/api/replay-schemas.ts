import { z } from 'zod'
import {
  DEFAULT_PARTS_ANSWERS,
  MAX_PARTS_ANSWERS,
  MIN_PARTS_ANSWERS,
} from '@/lib/replay/model/cause-answers'
import { type Check, checkKinds } from '@/lib/replay/model/check'
import type { Moment } from '@/lib/store/model/moment'
import { timeParam } from './schemas'
import { id } from './text-schema'

/** Requests that ask a turn again (why.md, "Wire format"). */

const MAX_REQUESTS = 100_000

const { inputPattern, ...callsShape } = checkKinds.calls.shape

/** A check as it is sent and answered. */
export const wireCheck = z.discriminatedUnion('type', [
  checkKinds.contains,
  checkKinds.lacks,
  checkKinds.matches,
  z.strictObject({ ...callsShape, input_pattern: inputPattern }),
  checkKinds.judged,
  checkKinds.person,
])

export const checkBody = wireCheck.transform((check): Check => {
  if (check.type !== 'calls') return check
  const { input_pattern: pattern, ...calls } = check
  return pattern === undefined ? calls : { ...calls, inputPattern: pattern }
})

/** A check as it is answered. */
export function checkOnTheWire(check: Check): z.output<typeof wireCheck> {
  if (check.type !== 'calls') return check
  const { inputPattern: pattern, ...calls } = check
  return pattern === undefined ? calls : { ...calls, input_pattern: pattern }
}

/** The most that work may ask of models. */
export const budgetOfBody = z
  .strictObject({
    max_requests: z.int().positive().max(MAX_REQUESTS).optional(),
    max_tokens: z.int().positive().optional(),
  })
  .transform(({ max_requests: maxRequests, max_tokens: maxTokens }) => ({
    ...(maxRequests === undefined ? {} : { maxRequests }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }))

/** A moment of a store: a time, or the number of one of its changes. */
export const momentOfBody = z.union(
  [
    z
      .int()
      .nonnegative()
      .transform((sequence): Moment => ({ sequence })),
    timeParam.transform((time): Moment => ({ time })),
  ],
  'must be a time, or the number of a change',
)

/** Common to all requests that ask a turn again. */
const asking = {
  /** of the turn: its message, or any event of it */
  event_id: id,
  budget: budgetOfBody.optional(),
  /** tells the price and starts nothing */
  dry_run: z.boolean().default(false),
}

export const causeBody = z.strictObject({ ...asking, check: checkBody })

/** Looks for all that add a little. */
export const partsBody = z.strictObject({
  answers: z.int().min(MIN_PARTS_ANSWERS).max(MAX_PARTS_ANSWERS).default(DEFAULT_PARTS_ANSWERS),
  /** of these answers; never more than their price */
  budget: budgetOfBody.optional(),
  /** tells the price and starts nothing */
  dry_run: z.boolean().default(false),
})

const MAX_MARKS = 200

/** The marks that a person gives to answers that wait. */
export const marksBody = z.strictObject({
  /** `sample`: as the search or the replay names it */
  marks: z
    .array(z.strictObject({ sample: id, held: z.boolean() }))
    .min(1)
    .max(MAX_MARKS),
})

export const bisectionBody = z.strictObject({
  ...asking,
  check: checkBody,
  /** left out: the beginning of the stores */
  good: momentOfBody.optional(),
  /** left out: the start of the turn */
  bad: momentOfBody.optional(),
})

const MAX_SAMPLES = 200
const MAX_CHECKS = 20
const MAX_HIDDEN = 2_000

const hide = z
  .strictObject({
    memory_store_id: id,
    memory_id: id.optional(),
    path: z.string().max(4_096).optional(),
    /** from and to, from 1, inclusive */
    lines: z.tuple([z.int().positive(), z.int().positive()]).optional(),
  })
  .refine((each) => (each.memory_id === undefined) !== (each.path === undefined), {
    error: 'must name a memory by memory_id or by path',
  })
  .transform(({ memory_store_id: storeId, memory_id: memoryId, path, lines }) => ({
    ...{ storeId, memoryId, path, lines },
  }))

export const replayBody = z.strictObject({
  ...asking,
  variant: z
    .strictObject({
      hide: z.array(hide).max(MAX_HIDDEN).optional(),
      at: momentOfBody.optional(),
      model: z.string().min(1).max(256).optional(),
    })
    .optional(),
  samples: z.int().positive().max(MAX_SAMPLES).default(1),
  checks: z.array(checkBody).max(MAX_CHECKS).default([]),
})
