import type { PlaceCount } from '@/lib/store/redact/find'
import type { HitLine } from '@/lib/text/highlight'

/** Where a text stands, as its page shows it; the text itself is masked in all of it. */

export interface LookedMemory {
  id: string
  storeId: string
  /** null: it is deleted, or its path was redacted */
  path: string | null
  isNow: boolean
  /** how many of its versions have the text */
  versions: number
  /** the first lines that have it now */
  lines: HitLine[]
  moreLines: number
}

export interface Looked {
  /** what was looked for, masked; '': nothing */
  text: string
  length: number
  /** '': all stores */
  storeId: string
  counts: PlaceCount[]
  /** places in all */
  total: number
  memories: LookedMemory[]
  moreMemories: number
  /** other texts that are the same in another spelling, and how many places each has */
  spellings: { text: string; masked: string; count: number }[]
  /** copies of the store that have the text; ticked at first */
  copies: { id: string; name: string; count: number }[]
  /** why it was not looked for */
  why: string | null
}
