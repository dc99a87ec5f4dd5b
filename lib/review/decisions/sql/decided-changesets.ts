import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'

/**
 * Queries about the changesets that are decided: programs decide over the API, with the changeset's
 * row locked.
 */

const CHANGESET = columns('c', 'changeset', ['key'])
const OF_STORE = columns('c', 'changeset', ['key', 'storeKey'])

/** The changeset, locked until the transaction ends. */
export function lockedChangeset(
  tx: WriteSql,
  id: string,
): Promise<RowOf<typeof OF_STORE> | undefined> {
  return tx.get<RowOf<typeof OF_STORE>>(
    `SELECT ${OF_STORE.list} FROM changesets c WHERE c.id = ? ${tx.forUpdate}`,
    [id],
  )
}

type AppliedRow = RowOf<typeof CHANGESET> & { storeId: string }

export function changesetWithStore(sql: Sql, id: string): Promise<AppliedRow | undefined> {
  return sql.get<AppliedRow>(
    `SELECT ${CHANGESET.list}, s.id AS "storeId"
     FROM changesets c JOIN memory_stores s ON s.key = c.store_key WHERE c.id = ?`,
    [id],
  )
}

/** A changeset, by one of the batches in which its trays were applied. */
export function changesetOfTray(
  sql: Sql,
  id: string,
  batchId: string,
): Promise<AppliedRow | undefined> {
  return sql.get<AppliedRow>(
    `SELECT ${CHANGESET.list}, s.id AS "storeId"
     FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     JOIN batches b ON b.store_key = c.store_key AND b.kind = 'review' AND b.reference = c.id
     WHERE c.id = ? AND b.id = ?`,
    [id, batchId],
  )
}

const LEFT = columns('c', 'changeset', ['openHunks', 'revision'])

export function openWork(sql: Sql, key: number): Promise<RowOf<typeof LEFT> | undefined> {
  return sql.get<RowOf<typeof LEFT>>(`SELECT ${LEFT.list} FROM changesets c WHERE c.key = ?`, [key])
}

/** Returns whether an actor wrote some of a changeset. */
export async function wroteIn(
  sql: Sql,
  changesetKey: number,
  { type, id }: Actor,
): Promise<boolean> {
  const own = await sql.get(
    `SELECT 1 AS one FROM memory_versions
     WHERE changeset_key = ? AND actor_type = ? AND actor_id = ? LIMIT 1`,
    [changesetKey, type, id],
  )
  return own !== undefined
}

const VERSION = columns('v', 'memoryVersion', ['id'])

/** A changeset's newest version of a memory. */
export function newestVersionIn(
  sql: Sql,
  changesetKey: number,
  memoryId: string,
): Promise<RowOf<typeof VERSION> | undefined> {
  return sql.get<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} FROM memories m CROSS JOIN memory_versions v
     WHERE m.id = ? AND v.memory_key = m.key AND v.changeset_key = ?
     ORDER BY v.sequence DESC LIMIT 1`,
    [memoryId, changesetKey],
  )
}

const SHOWN = columns('c', 'changesetMemory', ['memoryKey', 'throughSequence', 'hunks'])

type ShownRow = RowOf<typeof SHOWN> & {
  /** the changeset's newest version of the memory */
  newest: number | null
  /** when the version that was examined was written */
  changedAt: number | null
}

/** A changeset's memory as it was examined last. */
export function examinedIn(
  sql: Sql,
  changesetKey: number,
  memoryId: string,
): Promise<ShownRow | undefined> {
  return sql.get<ShownRow>(
    `SELECT ${SHOWN.list}, (SELECT max(v.sequence) FROM memory_versions v
       WHERE v.memory_key = c.memory_key AND v.changeset_key = c.changeset_key) AS newest,
       (SELECT v.created_at FROM memory_versions v
         WHERE v.store_key = m.store_key AND v.sequence = c.through_sequence) AS "changedAt"
     FROM memories m CROSS JOIN changeset_memories c
     WHERE m.id = ? AND c.memory_key = m.key AND c.changeset_key = ?`,
    [memoryId, changesetKey],
  )
}

const DECIDER = columns('p', 'proposal', ['deciderType', 'deciderId', 'decidedAt'])

/** Null of a version that nobody allowed. */
export type AllowedRow = { [F in keyof RowOf<typeof DECIDER>]: RowOf<typeof DECIDER>[F] | null }

/** The person who allowed each version of a changeset's memory after one sequence and up to another. */
export function deciders(
  sql: Sql,
  written: { changesetKey: number; memoryKey: number; after: number; through: number },
): Promise<AllowedRow[]> {
  return sql.all<AllowedRow>(
    `SELECT ${DECIDER.list} FROM memory_versions v LEFT JOIN proposals p
       ON p.changeset_key = v.changeset_key AND p.state = 'allowed'
       AND (p.id = v.tool_use_id OR (p.tool_use_id = v.tool_use_id AND p.session_id = v.session_id))
     WHERE v.changeset_key = ? AND v.memory_key = ? AND v.sequence > ? AND v.sequence <= ?`,
    [written.changesetKey, written.memoryKey, written.after, written.through],
  )
}

/** Returns whether a changeset has writes that somebody allowed. */
export async function someAllowed(sql: Sql, changesetKey: number): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM proposals
     WHERE changeset_key = ? AND state = 'allowed' AND decider_id IS NOT NULL LIMIT 1`,
    [changesetKey],
  )
  return row !== undefined
}
