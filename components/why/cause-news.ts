import * as z from 'zod/mini'

/** How far a search is. */
export const causeNewsAnswer = z.object({ answers: z.number(), state: z.string() })

export type CauseNews = z.infer<typeof causeNewsAnswer>
