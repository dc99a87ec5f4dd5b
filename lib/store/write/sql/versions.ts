import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'

/** Versions as writes insert them, and what writes ask of those before: all by key. */

const NEW_VERSION = columns('v', 'memoryVersion', [
  'storeKey',
  'sequence',
  'id',
  'memoryKey',
  'ordinal',
  'operation',
  'nodeKey',
  'sha256',
  'size',
  'createdAt',
  'actorType',
  'actorId',
  'sessionId',
  'toolUseId',
  'client',
  'batchKey',
  'changesetKey',
])

export function insertVersionRow(tx: WriteSql, row: RowOf<typeof NEW_VERSION>): Promise<void> {
  return tx.later(
    `INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal, operation, node_key,
       sha256, size, created_at, actor_type, actor_id, session_id, tool_use_id, client,
       batch_key, changeset_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.storeKey,
      row.sequence,
      row.id,
      row.memoryKey,
      row.ordinal,
      row.operation,
      row.nodeKey,
      row.sha256,
      row.size,
      row.createdAt,
      row.actorType,
      row.actorId,
      row.sessionId,
      row.toolUseId,
      row.client,
      row.batchKey,
      row.changesetKey,
    ],
  )
}

/** A version is no longer the head, since the change `until`. */
export function supersede(
  tx: WriteSql,
  { storeKey, sequence, until }: { storeKey: number; sequence: number; until: number },
): Promise<void> {
  return tx.later(
    'UPDATE memory_versions SET until_sequence = ? WHERE store_key = ? AND sequence = ?',
    [until, storeKey, sequence],
  )
}

const NODE = columns('v', 'memoryVersion', ['nodeKey'])

/** Returns the node of a version's path; null: it is redacted, or there is no such version. */
export async function nodeOfVersion(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<number | null> {
  const row = await sql.get<RowOf<typeof NODE>>(
    `SELECT ${NODE.list} FROM memory_versions v WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, sequence],
  )
  return row?.nodeKey ?? null
}

const OWNER = columns('v', 'memoryVersion', ['memoryKey'])

/** One of these memories that somebody else than this actor changed after a sequence. */
export function changedByOthers(
  sql: Sql,
  { memoryKeys, after, actor }: { memoryKeys: readonly number[]; after: number; actor: Actor },
): Promise<RowOf<typeof OWNER> | undefined> {
  return sql.get<RowOf<typeof OWNER>>(
    `SELECT ${OWNER.list} FROM memory_versions v
     WHERE v.memory_key IN ${oneOf(memoryKeys)} AND v.sequence > ?
       AND NOT (v.actor_type = ? AND v.actor_id = ?) LIMIT 1`,
    [...memoryKeys, after, actor.type, actor.id],
  )
}

/** Conditions on versions `v` of a session: each parameter is the session's id. */
export const OF_SESSION = {
  named: 'v.session_id = ?',
  namedOrLate: `(v.session_id = ? OR EXISTS (SELECT 1 FROM attributions late
    WHERE late.store_key = v.store_key AND late.sequence = v.sequence AND late.session_id = ?
      AND late.is_late = 1))`,
} as const

/** Returns whether there are versions that were found out later to be a session's. */
export async function hasLateVersions(sql: Pick<Sql, 'get'>, sessionId: string): Promise<boolean> {
  const late = await sql.get(
    'SELECT 1 AS one FROM attributions WHERE session_id = ? AND is_late = 1 LIMIT 1',
    [sessionId],
  )
  return late !== undefined
}
