import * as z from 'zod/mini'

/** The destinations of the command palette. */
export const placesAnswer = z.object({
  stores: z.array(z.object({ id: z.string(), name: z.string() })),
  sessions: z.array(z.object({ id: z.string(), title: z.string() })),
  memories: z.array(
    z.object({ id: z.string(), path: z.string(), storeId: z.string(), storeName: z.string() }),
  ),
  /** whether this is everything; else there are more matches */
  isWhole: z.boolean(),
})

export type Places = z.infer<typeof placesAnswer>
