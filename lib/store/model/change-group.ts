import type { LineCounts } from '@/lib/text/text-diff'
import type { Actor } from './actor'
import type { ChangeKind } from './memory-change'
import type { VersionBatch } from './memory-version'

/** Consecutive changes of a store that one actor made together: a batch, a seeding, a session. */
export interface ChangeGroup {
  firstSequence: number
  lastSequence: number
  /** when the last of them was made, milliseconds since 1970 */
  at: number
  actor: Actor
  sessionId: string | null
  /** of several, as of a seeding, the newest */
  batch: VersionBatch | null
  /** how many versions it wrote, of how many memories */
  changeCount: number
  memoryCount: number
  /** where it wrote first; null: redacted since */
  path: string | null
  /** memories that it wrote, the last written first; of many only the last */
  memories: GroupedMemory[]
  /** what happened to its memories; null: not the same to all, or nothing in the end, or unknown */
  kind: ChangeKind | null
  /** the first line of the batch's message, or else the session's title; null: there is neither */
  title: string | null
  /** lines that it added and removed in the end; null: too much to compare, or redacted */
  lines: LineCounts | null
  /** whether earlier changes may belong to it that were not counted */
  isCut: boolean
}

export interface GroupedMemory {
  memoryId: string
  /** null: redacted since */
  path: string | null
  /** the last change of it in the group */
  sequence: number
}

/** The properties by which two changes belong together. */
export interface GroupedChange {
  actorId: string
  sessionId: string | null
  batch: Pick<VersionBatch, 'id' | 'kind'> | null
  at: number
}

/** After a longer pause an actor has begun something else. */
export const MAX_PAUSE_MS = 30 * 60_000

/**
 * Returns whether a change belongs to the same group as the next newer one of its store. A seeding
 * writes many batches, one after another.
 */
export function belongsTo(newer: GroupedChange, older: GroupedChange): boolean {
  const isSeeding = newer.batch?.kind === 'seed' && older.batch?.kind === 'seed'
  const hasBatch = newer.batch !== null || older.batch !== null
  if (hasBatch && !isSeeding) return newer.batch?.id === older.batch?.id
  return (
    newer.actorId === older.actorId &&
    newer.sessionId === older.sessionId &&
    Math.abs(newer.at - older.at) <= MAX_PAUSE_MS
  )
}
