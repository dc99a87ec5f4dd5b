import type { StoreSettings } from './store-settings'

/** A named collection of memories. Times are milliseconds since 1970. */
export interface MemoryStore {
  id: string
  name: string
  /** '' when unset */
  description: string
  metadata: Record<string, string>
  settings: StoreSettings
  createdAt: number
  /** changes with name, description, metadata, settings and archiving, not with its memories */
  updatedAt: number
  archivedAt: number | null
  /** the sequence of its newest change; 0 before the first */
  lastSequence: number
  /** when a memory in it last changed; null before the first change */
  lastChangedAt: number | null
  memoryCount: number
  /** of the live memories' contents */
  byteSize: number
  versionCount: number
}
