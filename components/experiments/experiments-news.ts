import * as z from 'zod/mini'

/** How far a store's experiments are. */
export const experimentsNewsAnswer = z.object({
  /** another whenever something of them is */
  state: z.string(),
})

export type ExperimentsNews = z.infer<typeof experimentsNewsAnswer>
