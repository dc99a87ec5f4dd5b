import type { SearchResult } from '@/lib/store/search/search-store'

/** A file or a directory of a store; '' is the store's root. */
export interface FileAddress {
  storeId: string
  /** without a trailing slash */
  path: string
}

/** An entry of a directory. */
export interface Child {
  /** in the store; a directory's with a trailing slash */
  path: string
  /** bytes; of a directory, of all below it */
  size: number
}

export interface ReadFile {
  content: string
  /** the most that one answer shows of it, in characters */
  maxViewChars: number
}

export interface DocumentEntry {
  path: string
  /** bytes */
  size: number
}

export interface DocumentList {
  /** in path order */
  documents: DocumentEntry[]
  hasMore: boolean
}

/** The hits of a search, as far as an agent is told of them. */
export interface FoundText {
  hits: { path: string; matches: SearchResult['hits'][number]['matches'] }[]
  hasMore: boolean
  /** how many memories may hold the text and cannot be read */
  unreadableCount: number
}

/**
 * The expected content of a memory that is written; or that nobody else changed it since the actor
 * read it.
 */
export type Expects = { contentSha256: string } | 'as last read'

/** A write done; `versionIds` are empty where no versions are kept. */
export interface PutFile {
  change: 'created' | 'modified' | 'none'
  versionIds: string[]
}

/**
 * The memories that an agent's tools work on: those of its stores (`stored-files.ts`), or a scratch
 * copy of them (`lib/replay`). Every method refuses as the store does, by a `StoreError`. Writes
 * return the ids of the versions that they wrote.
 */
export interface MemoryFiles {
  /** null: there is none that agents are served. It counts as read. */
  read(at: FileAddress): Promise<ReadFile | null>
  /** the same, without that it counts as read */
  hasFile(at: FileAddress): Promise<boolean>
  hasDirectory(at: FileAddress): Promise<boolean>
  /** what stands directly in a directory, in path order */
  children(at: FileAddress): Promise<Child[]>
  /** bytes of a whole store */
  storeSize(storeId: string): Promise<number>
  /** memories whose path begins with a prefix, which may end within a name */
  documents(storeId: string, prefix: string, limit: number): Promise<DocumentList>
  search(storeId: string, query: string, limit: number): Promise<FoundText>
  create(at: FileAddress, content: string): Promise<string[]>
  /** `edit` computes the new content; an error it throws reaches the caller, and nothing is written */
  edit(at: FileAddress, edit: (content: string) => string, expects?: Expects): Promise<string[]>
  put(at: FileAddress, content: string, expects?: Expects): Promise<PutFile>
  /** the memory at a path, or all below that directory */
  remove(at: FileAddress): Promise<string[]>
  removeFile(at: FileAddress, expects?: Expects): Promise<string[]>
  /** the memory at a path, or all below that directory, also to another store */
  move(from: FileAddress, to: FileAddress): Promise<string[]>
}
