import type { MemoryHit, PlaceCount } from '@/lib/store/redact/find'
import type { HitLine } from '@/lib/text/highlight'

/**
 * Where a text stands, as its page shows it: the text and its other spellings are masked wherever a
 * person would read them.
 */

export interface LookedMemory extends MemoryHit {
  /** the first lines that have it now */
  lines: HitLine[]
  moreLines: number
}

/** What goes with a text: other spellings of it, texts that were brought with it, copies of its store. */
export interface Ticked {
  also: string[]
  copyIds: string[]
}

export interface Looked {
  /** what was looked for, masked; '': nothing */
  text: string
  length: number
  /** '': all stores */
  storeId: string
  counts: PlaceCount[]
  /** places in all, of the text with the spellings and copies that are ticked */
  total: number
  /** of these places: they are redacted, and no others */
  hash: string
  memories: LookedMemory[]
  moreMemories: number
  /** the same in another spelling, by which it is ticked, and how many places each has */
  spellings: { text: string; masked: string; count: number }[]
  /** texts that were brought with it, in the same way; ticked at first */
  others: { text: string; masked: string; count: number }[]
  /** copies of the store that have the text; ticked at first */
  copies: { id: string; name: string; count: number }[]
  ticked: Ticked
  /** why it was not looked for */
  why: string | null
}

/** Before anything is looked for. */
export const NOTHING: Looked = {
  text: '',
  length: 0,
  storeId: '',
  counts: [],
  total: 0,
  hash: '',
  memories: [],
  moreMemories: 0,
  spellings: [],
  others: [],
  copies: [],
  ticked: { also: [], copyIds: [] },
  why: null,
}
