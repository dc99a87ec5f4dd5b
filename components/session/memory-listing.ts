import * as z from 'zod/mini'

/** The memories of a store, for the panel beside a conversation. */
export const memoryListingAnswer = z.object({
  files: z.array(z.object({ path: z.string(), size: z.number() })),
  hasMore: z.boolean(),
})

/** One memory as it is now; null: none at that path. */
export const shownMemoryAnswer = z.nullable(
  z.object({
    memoryId: z.string(),
    versionId: z.string(),
    path: z.string(),
    content: z.string(),
  }),
)

export type MemoryListing = z.infer<typeof memoryListingAnswer>
export type ShownMemory = NonNullable<z.infer<typeof shownMemoryAnswer>>
