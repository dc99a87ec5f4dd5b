import type { Writer } from '@/lib/store/model/actor'
import type { HitLine } from '@/lib/text/highlight'

/** What a search found, as its page shows it. */

export interface LifeEnd {
  /** of the version */
  id: string
  ordinal: number
  at: Date
  by: Writer
}

/** When the text stood in a memory; `until` null: it stands. */
export interface Life {
  from: LifeEnd
  until: LifeEnd | null
}

export interface FoundMemory {
  id: string
  /** null: redacted since */
  path: string | null
  /** the newest version that has the text */
  versionId: string
  pathMatches: boolean
  /** those that have it, secrets masked */
  lines: HitLine[]
  /** of the history, earliest first; empty of a search in what stands now */
  lives: Life[]
  /** the text stands there no more */
  isGone: boolean
}

export interface FoundStore {
  id: string
  name: string
  /** when the store was made: where the bars of its memories begin */
  since: Date
  hits: FoundMemory[]
  /** where those that are not shown begin; null: these are all */
  next: string | null
}

export interface Found {
  stores: FoundStore[]
  /** stores that were not looked through in time */
  unsearched: number
}

/** What was asked, and what came of it. */
export interface Searched {
  query: string
  /** '': all stores */
  storeId: string
  /** of each store, without a trailing slash; '': the root */
  folder: string
  isHistory: boolean
  /** null: nothing was asked, or it was refused */
  found: Found | null
  /** why it was refused */
  why: string | null
}

/** Where a hit is read: the memory, or the version that had the text last. */
export function addressOf(storeId: string, { id, versionId, isGone }: FoundMemory): string {
  return `/stores/${storeId}?memory=${id}${isGone ? `&version=${versionId}` : ''}`
}
