import * as z from 'zod/mini'

/** How far a store's tests are. */
export const testsNewsAnswer = z.object({
  /** another whenever something of them is */
  state: z.string(),
})

export type TestsNews = z.infer<typeof testsNewsAnswer>
