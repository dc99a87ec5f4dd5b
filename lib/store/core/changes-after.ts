import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../model/actor'
import { SELECT_VERSIONS, type VersionRow } from './rows'

/** A session, or an actor outside any session. */
export interface Changer {
  actor: Actor
  /** null: what the actor did outside sessions */
  sessionId: string | null
}

/**
 * What a session or an actor changed in a store since a time, oldest first, at most `limit`.
 * `condition` narrows the versions `v`.
 */
export async function changesAfter(
  sql: Sql,
  changer: Changer,
  where: { storeKey: number; since: number; condition: string; limit: number },
): Promise<VersionRow[]> {
  const { storeKey, since, condition, limit } = where
  if (changer.sessionId !== null) {
    return sql.all<VersionRow>(
      `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.session_id = ? AND v.created_at >= ?
         AND ${condition} ORDER BY v.sequence LIMIT ?`,
      [storeKey, changer.sessionId, since, limit],
    )
  }
  const first = await firstSince(sql, storeKey, since)
  if (first === null) return []
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence >= ? AND v.session_id IS NULL
       AND v.actor_type = ? AND v.actor_id = ? AND v.created_at >= ? AND ${condition}
     ORDER BY v.sequence LIMIT ?`,
    [storeKey, first, changer.actor.type, changer.actor.id, since, limit],
  )
}

/** The first change of a store at a time or later, by the index of its log's times. */
async function firstSince(sql: Sql, storeKey: number, since: number): Promise<number | null> {
  const row = await sql.get<{ sequence: number }>(
    `SELECT sequence FROM store_events WHERE store_key = ? AND created_at >= ?
     ORDER BY created_at, sequence LIMIT 1`,
    [storeKey, since],
  )
  return row?.sequence ?? null
}

/** A store in which somebody changed something. */
export interface ChangedStore {
  key: number
  id: string
  quarantined_count: number
}

/** The stores in which a session or an actor has a changeset; a deleted one has none. */
export async function storesChangedBy(sql: Sql, changer: Changer): Promise<ChangedStore[]> {
  const [condition, id] =
    changer.sessionId === null
      ? ['c.actor_id = ? AND c.session_id IS NULL', changer.actor.id]
      : ['c.session_id = ?', changer.sessionId]
  return sql.all<ChangedStore>(
    `SELECT DISTINCT s.key, s.id, s.quarantined_count FROM changesets c
     JOIN memory_stores s ON s.key = c.store_key
     WHERE ${condition} AND s.deleted_at IS NULL ORDER BY s.key`,
    [id],
  )
}
