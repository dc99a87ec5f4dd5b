import type { Database } from '@/lib/db/database'
import { merged } from '@/lib/live/merged'
import type { StoreEvent } from '@/lib/store/events/events'
import { followEvents } from '@/lib/store/events/follow-events'
import { getStore } from '@/lib/store/stores/read-stores'
import { StoreError } from '@/lib/store/model/problems'
import { getSession } from './get-session'

/** News of one of a session's stores, as of a change by anyone. */
export type MemoryNews =
  | {
      kind: 'now'
      storeId: string
      /** number of the change from which the store is followed */
      sequence: number
    }
  | {
      kind: 'changed'
      storeId: string
      sequence: number
      /** the memory that changed; null: the store itself, or a redacted version */
      path: string | null
      /** whether a call of this session made the change */
      isOwn: boolean
    }
  | { kind: 'gone'; storeId: string }

/** The number of the last change that is known of each store, by the store's id. */
export type KnownSequences = Readonly<Record<string, number>>

export interface FollowMemoryInput {
  sessionId: string
  /** stores not named here are followed from now on */
  after?: KnownSequences
  signal: AbortSignal
}

/** The present sequences of these stores, to follow them from; deleted ones are left out. */
export async function knownSequences(
  db: Database,
  storeIds: readonly string[],
): Promise<KnownSequences> {
  const known = await Promise.all(storeIds.map((storeId) => lastSequenceOf(db, storeId)))
  return Object.fromEntries(known.flat())
}

async function lastSequenceOf(db: Database, storeId: string): Promise<[string, number][]> {
  try {
    return [[storeId, (await getStore(db, storeId)).lastSequence]]
  } catch (error) {
    if (error instanceof StoreError) return []
    throw error
  }
}

/**
 * The change number from which each of a session's stores is followed, then every change after it,
 * until the signal is aborted. Deleted stores are reported as gone. Refuses `session_not_found`.
 */
export async function* followMemory(
  db: Database,
  { sessionId, after = {}, signal }: FollowMemoryInput,
): AsyncGenerator<MemoryNews> {
  const { stores } = await getSession(db, sessionId)
  yield* merged(
    stores.map(({ storeId }) => ofStore(db, { sessionId, storeId, known: after[storeId], signal })),
  )
}

async function* ofStore(
  db: Database,
  {
    sessionId,
    storeId,
    known = Infinity,
    signal,
  }: { sessionId: string; storeId: string; known: number | undefined; signal: AbortSignal },
): AsyncGenerator<MemoryNews> {
  try {
    const after = Math.min(known, (await getStore(db, storeId)).lastSequence)
    yield { kind: 'now', storeId, sequence: after }
    for await (const event of followEvents(db, { storeId, after, signal })) {
      yield newsOf(event, sessionId)
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
  if (!signal.aborted) yield { kind: 'gone', storeId }
}

function newsOf({ storeId, sequence, version }: StoreEvent, sessionId: string): MemoryNews {
  const path = version?.sequence === sequence ? version.path : null
  return { kind: 'changed', storeId, sequence, path, isOwn: version?.sessionId === sessionId }
}
