import type { Actor } from './actor'
import type { MemoryVersion } from './memory-version'

/** The most steps that are followed from a version to what was made of it. */
export const MAX_STEPS = 3

/**
 * The certainty that a reader read a version: exact for a session of this server. Reads of other
 * callers are known by key only, or by hour, so it is only possible that what they wrote came of
 * it.
 */
export type Certainty = 'exact' | 'possible'

/** A session, or a caller without one, that read a version. */
export interface Reader {
  actor: Actor
  /** null: a caller without a session */
  sessionId: string | null
  /** 1: of the version that was asked for; 2: of a change that a reader of it made, and so on */
  step: number
  certainty: Certainty
  /** when it first read such a version, milliseconds since 1970 */
  readAt: number
  /** what it read then */
  read: { storeId: string; versionId: string }
}

/** A change that a reader made afterwards. */
export interface ReachedChange {
  /** without its content */
  version: MemoryVersion
  step: number
  certainty: Certainty
  /** its place in `Reach.readers` */
  reader: number
}

/** The reach of a version. */
export interface Reach {
  version: MemoryVersion
  /** by step, then by time */
  readers: Reader[]
  /** by step; within a store, oldest first */
  changes: ReachedChange[]
  /** whether these are all; false: there are more than are followed */
  isWhole: boolean
}
