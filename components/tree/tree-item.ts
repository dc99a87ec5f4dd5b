import * as z from 'zod/mini'

/** A memory in the tree. */
const treeMemory = z.object({
  type: z.literal('memory'),
  id: z.string(),
  path: z.string(),
  /** bytes */
  size: z.number(),
  /** the sequence of its head */
  sequence: z.number(),
  /** whether it was never changed since its insertion */
  isFirstVersion: z.boolean(),
  /** whether an agent or a script has ever read it */
  isRead: z.boolean(),
})

/** A directory in the tree. */
const treeDirectory = z.object({
  type: z.literal('directory'),
  /** with its trailing slash */
  path: z.string(),
  /** memories anywhere below; null if unknown, as in the past */
  memoryCount: z.nullable(z.number()),
})

const treeItem = z.discriminatedUnion('type', [treeMemory, treeDirectory])

/** A directory's entries, as far as loaded, ordered by the bytes of their paths. */
export const treeListingAnswer = z.object({
  items: z.array(treeItem),
  /** where the next page starts; null at the end */
  next: z.nullable(z.string()),
})

/** The memories that a filter found. */
export const filteredTreeAnswer = z.object({
  items: z.array(treeMemory),
  hasMore: z.boolean(),
})

export type TreeMemory = z.infer<typeof treeMemory>
export type TreeDirectory = z.infer<typeof treeDirectory>
export type TreeItem = z.infer<typeof treeItem>
export type TreeListing = z.infer<typeof treeListingAnswer>
export type FilteredTree = z.infer<typeof filteredTreeAnswer>
