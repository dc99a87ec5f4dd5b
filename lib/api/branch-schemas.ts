import { z } from 'zod'
import { askedGates, planHash, timeParam } from './schemas'
import { content, id, listOf, rawName } from './text-schema'

/** Request schemas of branches. The OpenAPI description is made from them too. */

export const branchBody = z.object({
  name: rawName,
  /** a time, or the number of a change; left out: now */
  at: z
    .union([
      timeParam.transform((time) => ({ time })),
      z
        .int()
        .nonnegative()
        .transform((sequence) => ({ sequence })),
    ])
    .optional(),
})

/** Memories of which a dry run gives the places at most. */
export const MAX_MERGED_MEMORIES = 100

const choice = z
  .object({
    id,
    take: z.enum(['origin', 'branch', 'both'], 'must be origin, branch or both').optional(),
    text: content.optional(),
  })
  .refine(
    ({ take, text }) => (take === undefined) !== (text === undefined),
    'must have either take or text',
  )

export const mergeBody = z.object({
  /** what becomes of places; the others are taken from the branch, unless both changed them */
  hunks: listOf(choice, 10_000).default([]),
  /** with `dry_run`: of which memories to give the places; left out: the first hundred */
  memory_ids: listOf(id, MAX_MERGED_MEMORIES).optional(),
  dry_run: z.boolean().default(false),
  plan: planHash,
  gates: askedGates,
})
