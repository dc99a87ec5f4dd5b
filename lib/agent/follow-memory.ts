import type { Database } from '@/lib/db/database'
import { merged } from '@/lib/live/merged'
import type { StoreEvent } from '@/lib/store/events'
import { followEvents } from '@/lib/store/follow-events'
import { getStore } from '@/lib/store/get-store'
import { StoreError } from '@/lib/store/model/problems'
import { getSession } from './get-session'

/** News of one of a session's stores, as of a change by anyone. */
export type MemoryNews =
  | {
      kind: 'now'
      storeId: string
      /** number of the store's last change */
      sequence: number
    }
  | {
      kind: 'changed'
      storeId: string
      sequence: number
      /** what changed; null: the store itself, or a redacted version */
      path: string | null
      /** whether a call of this session made the change */
      isOwn: boolean
    }
  | { kind: 'gone'; storeId: string }

/**
 * The latest change number of each of a session's stores, then every change, until the signal is
 * aborted. Deleted stores are reported as gone. Refuses `session_not_found`.
 */
export async function* followMemory(
  db: Database,
  { sessionId, signal }: { sessionId: string; signal: AbortSignal },
): AsyncGenerator<MemoryNews> {
  const { stores } = await getSession(db, sessionId)
  yield* merged(stores.map(({ storeId }) => ofStore(db, { sessionId, storeId, signal })))
}

async function* ofStore(
  db: Database,
  { sessionId, storeId, signal }: { sessionId: string; storeId: string; signal: AbortSignal },
): AsyncGenerator<MemoryNews> {
  try {
    const { lastSequence } = await getStore(db, storeId)
    yield { kind: 'now', storeId, sequence: lastSequence }
    for await (const event of followEvents(db, { storeId, after: lastSequence, signal })) {
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
