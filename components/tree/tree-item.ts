/** A memory in the tree. */
export interface TreeMemory {
  type: 'memory'
  id: string
  path: string
  /** bytes */
  size: number
  /** the number of the change that it stands on */
  sequence: number
  /** whether it still is as it was made */
  isFirstVersion: boolean
  /** whether an agent or a script has ever read it */
  isRead: boolean
}

/** A directory in the tree. */
export interface TreeDirectory {
  type: 'directory'
  /** with its trailing slash */
  path: string
  /** memories anywhere below; null where it is not known, as in the past */
  memoryCount: number | null
}

export type TreeItem = TreeMemory | TreeDirectory

/** What lies directly in a directory, as far as it is loaded, in the order of the paths' bytes. */
export interface TreeListing {
  items: TreeItem[]
  /** where the rest goes on; null at the end */
  next: string | null
}

/** The memories that a filter found. */
export interface FilteredTree {
  items: TreeMemory[]
  hasMore: boolean
}
