/** The memories of a store, for the panel beside a conversation. */
export interface MemoryListing {
  files: { path: string; size: number }[]
  hasMore: boolean
}

/** One memory as it is now. */
export interface ShownMemory {
  memoryId: string
  versionId: string
  path: string
  content: string
}
