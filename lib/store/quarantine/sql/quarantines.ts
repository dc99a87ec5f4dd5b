import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'

/** Quarantines themselves: policies put memories in, by agents' writes, and programs by the API. */

const QUARANTINE = columns('q', 'quarantine', [
  'fromSequence',
  'reason',
  'createdAt',
  'actorType',
  'actorId',
])

export type QuarantineRow = RowOf<typeof QUARANTINE> & {
  memoryId: string
  fromId: string
  servedId: string | null
  ruleId: string | null
  /** of the policy; null: somebody did it by hand */
  revision: number | null
}

export function quarantineOfMemory(
  sql: Sql,
  memoryKey: number,
): Promise<QuarantineRow | undefined> {
  return sql.get<QuarantineRow>(
    `SELECT ${QUARANTINE.list}, m.id AS "memoryId", v.id AS "fromId", s.id AS "servedId",
       o.rule_id AS "ruleId", o.revision
     FROM quarantines q JOIN memories m ON m.key = q.memory_key
     JOIN memory_versions v ON v.store_key = q.store_key AND v.sequence = q.from_sequence
     LEFT JOIN memory_versions s ON s.store_key = q.store_key AND s.sequence = q.served_sequence
       AND s.node_key IS NOT NULL
     LEFT JOIN policy_outcomes o ON o.store_key = q.store_key
       AND o.version_sequence = q.from_sequence AND o.action = 'quarantine'
       AND q.actor_type IN ('session', 'api_key') AND q.actor_id IN (v.actor_id, o.agent)
     WHERE q.memory_key = ?`,
    [memoryKey],
  )
}

const ROW = columns('q', 'quarantine', [
  'memoryKey',
  'storeKey',
  'fromSequence',
  'servedSequence',
  'reason',
  'createdAt',
  'actorType',
  'actorId',
])

/** One that is there already is replaced. */
export async function putQuarantine(tx: WriteSql, row: RowOf<typeof ROW>): Promise<void> {
  await tx.run(
    `INSERT INTO quarantines (memory_key, store_key, from_sequence, served_sequence, reason,
       created_at, actor_type, actor_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (memory_key) DO UPDATE SET from_sequence = excluded.from_sequence,
       served_sequence = excluded.served_sequence, reason = excluded.reason,
       created_at = excluded.created_at, actor_type = excluded.actor_type,
       actor_id = excluded.actor_id`,
    [
      row.memoryKey,
      row.storeKey,
      row.fromSequence,
      row.servedSequence,
      row.reason,
      row.createdAt,
      row.actorType,
      row.actorId,
    ],
  )
}

/** Returns how many. */
export function deleteQuarantine(tx: WriteSql, memoryKey: number): Promise<number> {
  return tx.run('DELETE FROM quarantines WHERE memory_key = ?', [memoryKey])
}

/** Keeps the number of a store's memories in quarantine. */
export async function addToCount(tx: WriteSql, storeKey: number, change: number): Promise<void> {
  await tx.run('UPDATE memory_stores SET quarantined_count = quarantined_count + ? WHERE key = ?', [
    change,
    storeKey,
  ])
}

/** A version that an actor wrote of what is held back of a memory, if there is one. */
export function ownHeldBack(
  sql: Sql,
  memoryKey: number,
  actor: Actor,
): Promise<{ one: number } | undefined> {
  return sql.get<{ one: number }>(
    `SELECT 1 AS one FROM quarantines q JOIN memory_versions v ON v.memory_key = q.memory_key
     WHERE q.memory_key = ? AND v.sequence >= q.from_sequence AND v.actor_type = ?
       AND v.actor_id = ? LIMIT 1`,
    [memoryKey, actor.type, actor.id],
  )
}

const MEMORY = columns('m', 'memory', ['key', 'id'])

/** In the order of their keys. */
export function memoriesOfKeys(sql: Sql, keys: readonly number[]): Promise<RowOf<typeof MEMORY>[]> {
  return sql.all<RowOf<typeof MEMORY>>(
    `SELECT ${MEMORY.list} FROM memories m WHERE m.key IN ${oneOf(keys)} ORDER BY m.key`,
    keys,
  )
}
