import * as v from 'valibot'

/** The destinations of the command palette. */
export const placesAnswer = v.object({
  stores: v.array(v.object({ id: v.string(), name: v.string() })),
  sessions: v.array(v.object({ id: v.string(), title: v.string() })),
  memories: v.array(
    v.object({ id: v.string(), path: v.string(), storeId: v.string(), storeName: v.string() }),
  ),
  /** whether this is everything; else there are more matches */
  isWhole: v.boolean(),
})

export type Places = v.InferOutput<typeof placesAnswer>
