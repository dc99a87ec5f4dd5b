/** A live memory, or one as of a moment. */
export interface Memory {
  id: string
  storeId: string
  /** its head */
  versionId: string
  /** the head's sequence in the store */
  sequence: number
  path: string
  /** null if only metadata was requested, or what is stored of it is damaged */
  content: string | null
  /** set if its content was requested and is damaged */
  isDamaged?: true
  /** lower-case hex of the content's bytes */
  sha256: string
  /** bytes of UTF-8 */
  size: number
  createdAt: number
  updatedAt: number
}

/** A memory with its content. */
export type FullMemory = Memory & { content: string }

/** A directory in a listing; it exists because memories lie below it. */
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

/** Includes contents (`full`), or only metadata (`basic`). */
export type View = 'basic' | 'full'
