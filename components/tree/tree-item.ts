import * as v from 'valibot'

/** A memory in the tree. */
const treeMemory = v.object({
  type: v.literal('memory'),
  id: v.string(),
  path: v.string(),
  /** bytes */
  size: v.number(),
  /** the sequence of its head */
  sequence: v.number(),
  /** whether it was never changed since its insertion */
  isFirstVersion: v.boolean(),
  /** whether an agent or a script has ever read it */
  isRead: v.boolean(),
  /** whether an agent wrote to it what nobody reviewed */
  isUnreviewed: v.boolean(),
  /** severity of the gravest open finding in it */
  found: v.picklist(['none', 'low', 'medium', 'high', 'critical']),
  /** whether agents are kept from it */
  isQuarantined: v.boolean(),
})

/** A directory in the tree. */
const treeDirectory = v.object({
  type: v.literal('directory'),
  /**
   * with its trailing slash; of a chain of single folders, the last one, which stands for all of
   * them
   */
  path: v.string(),
  /** memories anywhere below; null if unknown, as in the past */
  memoryCount: v.nullable(v.number()),
})

const treeItem = v.variant('type', [treeMemory, treeDirectory])

/** A directory's entries, as far as loaded. */
export const treeListingAnswer = v.object({
  items: v.array(treeItem),
  /** order of the items: that of `compareInTree`, or of the bytes of their paths */
  order: v.picklist(['natural', 'bytes']),
  /** beginning of the next page; null at the end */
  next: v.nullable(v.string()),
})

/** The memories that a filter found. */
export const filteredTreeAnswer = v.object({
  items: v.array(treeMemory),
  hasMore: v.boolean(),
})

export type TreeMemory = v.InferOutput<typeof treeMemory>
export type TreeDirectory = v.InferOutput<typeof treeDirectory>
export type TreeItem = v.InferOutput<typeof treeItem>
export type TreeListing = v.InferOutput<typeof treeListingAnswer>
export type FilteredTree = v.InferOutput<typeof filteredTreeAnswer>
