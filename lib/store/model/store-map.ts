/** A memory as an area of a store's map. Times are milliseconds since 1970. */
export interface MappedMemory {
  memoryId: string
  path: string
  /** bytes of UTF-8 */
  size: number
  changedAt: number
  /** when an agent or a script last read it; null: never */
  lastReadAt: number | null
}

/** A directory as an area of a store's map: everything below it. */
export interface MappedDirectory {
  /** with its trailing slash; the mapped directory itself stands for the memories directly in it */
  path: string
  memoryCount: number
  byteSize: number
  /** when a memory below it last changed */
  changedAt: number
  /** memories that no agent and no script ever read */
  neverReadCount: number
}

/**
 * All memories of a directory as areas; of many, only the directories in it. The areas, with
 * `rest`, add up to the totals.
 */
export type StoreMap = {
  memoryCount: number
  byteSize: number
} & (
  | { shows: 'memories'; memories: MappedMemory[] }
  | { shows: 'directories'; directories: MappedDirectory[]; rest: MapRest | null }
)

/** The sum of directories that are too small to be areas of their own. */
export interface MapRest {
  directoryCount: number
  memoryCount: number
  byteSize: number
}
