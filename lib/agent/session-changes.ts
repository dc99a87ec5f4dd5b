import type { Database } from '@/lib/db/database'
import { type SessionChange, sessionNetChanges } from '@/lib/store/changes/net-changes'
import { StoreError } from '@/lib/store/model/problems'
import type { AttachedStore, Session } from './session'

/** A session's net changes to one of its stores. */
export interface StoreChanges {
  store: AttachedStore
  /** null: the store has since been deleted */
  changes: SessionChange[] | null
}

/** A session's changes as one changeset per store. */
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
