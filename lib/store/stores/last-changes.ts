import type { Database } from '@/lib/db/database'
import type { Actor } from '../model/actor'
import type { StoreEventType } from '../model/store-event-type'
import { lastChangeRows } from './sql/last-changes'

/** The last change of a store; a redaction takes out of what was, and is none. */
export interface LastChange {
  /** milliseconds since 1970 */
  at: number
  type: StoreEventType
  /** whose it is, as pages name authors; null: unknown */
  actor: Actor | null
  /** of the memory that it changed; null: none */
  path: string | null
}

/**
 * Reads the last change of each of these stores, by id; a store in which nothing changed is left out. One
 * statement, whatever their number, which looks past the redactions at the end of each history.
 */
export async function lastChanges(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, LastChange>> {
  if (storeIds.length === 0) return new Map()
  const rows = await lastChangeRows(db.bulk, storeIds)
  return new Map(
    rows.map(({ id, createdAt: at, type, path, actorType, actorId }) => [
      id,
      {
        at,
        type,
        actor: actorType !== null && actorId !== null ? { type: actorType, id: actorId } : null,
        path,
      },
    ]),
  )
}
