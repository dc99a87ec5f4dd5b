import * as z from 'zod/mini'

/** How far work on a turn is. */
export const replayNewsAnswer = z.object({
  answers: z.number(),
  waiting: z.number(),
  state: z.string(),
})

export type ReplayNews = z.infer<typeof replayNewsAnswer>
