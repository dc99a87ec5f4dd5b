import * as z from 'zod/mini'

/** A memory in the tree. */
const treeMemory = z.object({
  type: z.literal('memory'),
  id: z.string(),
  path: z.string(),
  /** bytes */
  size: z.number(),
  /** the number of the change that it stands on */
  sequence: z.number(),
  /** whether it still is as it was made */
  isFirstVersion: z.boolean(),
  /** whether an agent or a script has ever read it */
  isRead: z.boolean(),
})

/** A directory in the tree. */
const treeDirectory = z.object({
  type: z.literal('directory'),
  /** with its trailing slash */
  path: z.string(),
  /** memories anywhere below; null where it is not known, as in the past */
  memoryCount: z.nullable(z.number()),
})

const treeItem = z.discriminatedUnion('type', [treeMemory, treeDirectory])

/** What lies directly in a directory, as far as it is loaded, in the order of the paths' bytes. */
export const treeListingAnswer = z.object({
  items: z.array(treeItem),
  /** where the rest goes on; null at the end */
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
