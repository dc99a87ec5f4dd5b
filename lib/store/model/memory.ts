/** A live memory, or one as it was at a moment. */
export interface Memory {
  id: string
  storeId: string
  /** the version that it stands on */
  versionId: string
  /** that version's number in the store */
  sequence: number
  path: string
  /** null where only the metadata was asked for */
  content: string | null
  /** lower-case hex of the content's bytes */
  sha256: string
  /** bytes of UTF-8 */
  size: number
  createdAt: number
  updatedAt: number
}

/** A memory whose content was read. */
export type FullMemory = Memory & { content: string }

/** A directory in a listing; it is there because memories lie below it. */
export interface Directory {
  /** with its trailing slash: `/notes/` */
  path: string
  /** live memories anywhere below; null in a listing of the past */
  memoryCount: number | null
  /** their bytes; null in a listing of the past */
  byteSize: number | null
}

export type TreeEntry =
  | { type: 'memory'; memory: Memory }
  | { type: 'directory'; directory: Directory }

/** Whether contents come along, or only what is known about them. */
export type View = 'basic' | 'full'
