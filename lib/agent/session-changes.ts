import type { Database } from '@/lib/db/database'
import { type SessionChange, sessionNetChanges } from '@/lib/store/session-net-changes'
import { StoreError } from '@/lib/store/model/problems'
import type { AttachedStore, Session } from './session'

/** What a session changed in one of its stores, in the end. */
export interface StoreChanges {
  store: AttachedStore
  /** null: the store was deleted since */
  changes: SessionChange[] | null
}

/** The changes of a session as one changeset, a store at a time. */
export async function sessionChanges(db: Database, session: Session): Promise<StoreChanges[]> {
  const all: StoreChanges[] = []
  for (const store of session.stores) {
    const changes = await sessionNetChanges(db, {
      storeId: store.storeId,
      sessionId: session.id,
    }).catch((error: unknown) => {
      if (error instanceof StoreError) return null
      throw error
    })
    all.push({ store, changes })
  }
  return all
}
