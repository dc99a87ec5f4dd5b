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

/** The key under which what is shown of a store is kept; what is shown of one memory lies below it. */
export const memoryKey = (sessionId: string, storeId: string) =>
  ['session memory', sessionId, storeId] as const
