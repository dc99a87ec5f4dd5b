import * as z from 'zod/mini'

/** What an open page of a changeset asks again and again. */
export const changesetNews = z.object({
  /** the sequence of its last change */
  lastSequence: z.number(),
  /** whether its counts and hunks follow from all of its changes */
  isExamined: z.boolean(),
})

export type ChangesetNews = z.infer<typeof changesetNews>
