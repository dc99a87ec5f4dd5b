import * as v from 'valibot'

/** The answer that an open page of a changeset polls. */
export const changesetNews = v.object({
  /** the sequence of its last change */
  lastSequence: v.number(),
  /** whether its counts and hunks follow from all of its changes */
  isExamined: v.boolean(),
  /** grows with every decision about its hunks, and with every write of it that waits or is answered */
  revision: v.number(),
  /** the ids of the writes that wait, up to the number that a page shows */
  waiting: v.array(v.string()),
  /** changes with its comments */
  comments: v.string(),
  /** changes when lines with findings go, or stand again */
  findings: v.string(),
})

export type ChangesetNews = v.InferOutput<typeof changesetNews>
