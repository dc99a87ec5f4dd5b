import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'
import type { StoreEventType } from '../../model/store-event-type'

/** Events of stores: programs over the API and MCP follow them. */

const EVENT = columns('e', 'storeEvent', ['sequence', 'createdAt', 'versionSequence', 'actorId'])

export type StoreEventRow = RowOf<typeof EVENT> & {
  type: StoreEventType
  actorType: Actor['type'] | null
}

/** The events after one, the oldest first. */
export function eventsAfter(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: number; limit: number },
): Promise<StoreEventRow[]> {
  return sql.all<StoreEventRow>(
    `SELECT ${EVENT.list}, e.type, e.actor_type AS "actorType" FROM store_events e
     WHERE e.store_key = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?`,
    [storeKey, after, limit],
  )
}

/** The versions that changes of a store wrote, from one to another, both included. */
export function versionsBetween(
  sql: Sql,
  { storeKey, first, last }: { storeKey: number; first: number; last: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence >= ? AND v.sequence <= ?`,
    [storeKey, first, last],
  )
}

export function versionOfChange(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<VersionRow | undefined> {
  return sql.get<VersionRow>(`${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence = ?`, [
    storeKey,
    sequence,
  ])
}
