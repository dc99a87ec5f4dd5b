import * as v from 'valibot'

/** Stores by name, those that changed last first. */
export const storeNamesAnswer = v.object({
  stores: v.array(v.object({ id: v.string(), name: v.string(), memories: v.number() })),
  /** whether this is everything; else there are more matches */
  isWhole: v.boolean(),
})

export type StoreNames = v.InferOutput<typeof storeNamesAnswer>

/** A store that can be chosen. */
export type StoreName = StoreNames['stores'][number]
