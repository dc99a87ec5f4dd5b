import * as v from 'valibot'

/** The memories of a store, for the panel beside a conversation. */
export const memoryListingAnswer = v.object({
  files: v.array(v.object({ path: v.string(), size: v.number() })),
  hasMore: v.boolean(),
})

/** One memory as it is now; null: none at that path. */
export const shownMemoryAnswer = v.nullable(
  v.object({
    memoryId: v.string(),
    versionId: v.string(),
    path: v.string(),
    content: v.string(),
  }),
)

export type MemoryListing = v.InferOutput<typeof memoryListingAnswer>
export type ShownMemory = NonNullable<v.InferOutput<typeof shownMemoryAnswer>>
