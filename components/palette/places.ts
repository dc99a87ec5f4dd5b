import * as z from 'zod/mini'

/** Where the command palette can go. */
export const placesAnswer = z.object({
  stores: z.array(z.object({ id: z.string(), name: z.string() })),
  sessions: z.array(z.object({ id: z.string(), title: z.string() })),
  memories: z.array(
    z.object({ id: z.string(), path: z.string(), storeId: z.string(), storeName: z.string() }),
  ),
  /** whether this is all; else typing more shows more */
  isWhole: z.boolean(),
})

export type Places = z.infer<typeof placesAnswer>
