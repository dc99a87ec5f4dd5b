import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { HEAD, type MemoryRow } from '../../write/sql/heads'

/** The memories that a branch changed, as it and its origin have them: programs merge, too. */

const MERGED = columns('x', 'mergedMemory', ['memoryKey', 'originMemoryKey', 'sequence'])

/** A memory of a branch that was merged, and through which of its changes. */
export type MergedRow = RowOf<typeof MERGED>

/** The memories of a branch that were merged. */
export function mergedMemories(sql: Sql, storeKey: number): Promise<MergedRow[]> {
  return sql.all<MergedRow>(`SELECT ${MERGED.list} FROM merged_memories x WHERE x.store_key = ?`, [
    storeKey,
  ])
}

/** Notes through which change a memory of a branch is merged, and what it is in the origin. */
export async function noteMergedMemory(
  tx: WriteSql,
  row: MergedRow & { storeKey: number },
): Promise<void> {
  await tx.later(
    `INSERT INTO merged_memories (store_key, memory_key, origin_memory_key, sequence)
     VALUES (?, ?, ?, ?)
     ON CONFLICT (store_key, memory_key) DO UPDATE SET
       origin_memory_key = excluded.origin_memory_key, sequence = excluded.sequence`,
    [row.storeKey, row.memoryKey, row.originMemoryKey, row.sequence],
  )
}

/** Notes that a memory of a branch is not merged, as after the undo of its only merge. */
export async function dropMergedMemory(
  tx: WriteSql,
  { storeKey, memoryKey }: { storeKey: number; memoryKey: number },
): Promise<void> {
  await tx.later('DELETE FROM merged_memories WHERE store_key = ? AND memory_key = ?', [
    storeKey,
    memoryKey,
  ])
}

const VERSION = columns('v', 'memoryVersion', ['sequence', 'memoryKey', 'operation', 'sha256'])

/** A version as a side of a merge; `path` null: redacted. */
export type SideRow = RowOf<typeof VERSION> & { path: string | null }

/** For each memory its last version up to a change; none if it was not there. */
export function versionsUpTo(
  sql: Sql,
  wanted: readonly { memoryKey: number; upTo: number }[],
): Promise<SideRow[]> {
  return sql.all<SideRow>(
    `WITH wanted(memory_key, up_to) AS (
       VALUES ${wanted.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})
     SELECT ${VERSION.list}, n.path FROM wanted CROSS JOIN memory_versions v
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = wanted.memory_key AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w
        WHERE w.memory_key = wanted.memory_key AND w.sequence <= wanted.up_to)`,
    wanted.flatMap(({ memoryKey, upTo }) => [memoryKey, upTo]),
  )
}

const OWNER = columns('v', 'memoryVersion', ['sequence', 'memoryKey'])

/** The memories whose versions have these numbers in a store. */
export function ownersOf(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<RowOf<typeof OWNER>[]> {
  return sql.all<RowOf<typeof OWNER>>(
    `SELECT ${OWNER.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)}`,
    [storeKey, ...sequences],
  )
}

/** The live memories at these paths that a store did not have up to a change. */
export function createdSince(
  sql: Sql,
  { storeKey, after, paths }: { storeKey: number; after: number; paths: readonly string[] },
): Promise<MemoryRow[]> {
  return sql.all<MemoryRow>(
    `SELECT ${HEAD.list} FROM memories m WHERE m.store_key = ? AND m.path IN ${oneOf(paths)}
       AND NOT EXISTS (SELECT 1 FROM memory_versions v
         WHERE v.memory_key = m.key AND v.sequence <= ?)`,
    [storeKey, ...paths, after],
  )
}

/** The writer of a version; of one that a merge brought, the agent that was noted with it. */
export type WriterRow = RowOf<typeof WRITER>

const WRITER = columns('v', 'memoryVersion', ['memoryKey', 'actorType', 'actorId', 'sessionId'])

/** The writers of memories' versions after a change of each, the last first. */
export function writersAfter(
  sql: Sql,
  wanted: readonly { memoryKey: number; after: number }[],
): Promise<WriterRow[]> {
  return sql.all<WriterRow>(
    `WITH wanted(memory_key, after_sequence) AS (
       VALUES ${wanted.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})
     SELECT v.memory_key AS "memoryKey", coalesce(w.actor_type, v.actor_type) AS "actorType",
       coalesce(w.actor_id, v.actor_id) AS "actorId",
       CASE WHEN w.actor_id IS NULL THEN v.session_id ELSE w.session_id END AS "sessionId"
     FROM wanted CROSS JOIN memory_versions v
     LEFT JOIN merged_writers w ON w.store_key = v.store_key AND w.sequence = v.sequence
     WHERE v.memory_key = wanted.memory_key AND v.sequence > wanted.after_sequence
     ORDER BY v.sequence DESC`,
    wanted.flatMap(({ memoryKey, after }) => [memoryKey, after]),
  )
}

const NOTED = columns('w', 'mergedWriter', [
  'storeKey',
  'sequence',
  'actorType',
  'actorId',
  'sessionId',
])

/** Notes the agent whose text a merge brought. */
export function insertMergedWriter(tx: WriteSql, row: RowOf<typeof NOTED>): Promise<void> {
  return tx.later(
    `INSERT INTO merged_writers (store_key, sequence, actor_type, actor_id, session_id)
     VALUES (?, ?, ?, ?, ?)`,
    [row.storeKey, row.sequence, row.actorType, row.actorId, row.sessionId],
  )
}

const QUARANTINED = columns('q', 'quarantine', ['memoryKey'])

/** Those of these memories that are in quarantine. */
export function quarantinedAmong(
  sql: Sql,
  memoryKeys: readonly number[],
): Promise<RowOf<typeof QUARANTINED>[]> {
  return sql.all<RowOf<typeof QUARANTINED>>(
    `SELECT ${QUARANTINED.list} FROM quarantines q WHERE q.memory_key IN ${oneOf(memoryKeys)}`,
    memoryKeys,
  )
}

/** Counts the changes of memories after one. */
export async function countAfter(
  sql: Sql,
  { storeKey, after }: { storeKey: number; after: number },
): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM memory_versions v WHERE v.store_key = ? AND v.sequence > ?`,
    [storeKey, after],
  )
  return row?.count ?? 0
}

const SEQUENCE = columns('v', 'memoryVersion', ['sequence'])

/** The last change of a store's newest seeding. */
export function lastSeeded(
  sql: Sql,
  storeKey: number,
): Promise<RowOf<typeof SEQUENCE> | undefined> {
  return sql.get<RowOf<typeof SEQUENCE>>(
    `SELECT ${SEQUENCE.list} FROM (
       SELECT b.key FROM batches b
       WHERE b.store_key = ? AND b.kind IN ('seed', 'history')
         AND EXISTS (SELECT 1 FROM memory_versions w WHERE w.batch_key = b.key)
       ORDER BY b.key DESC LIMIT 1
     ) seeded CROSS JOIN memory_versions v
     WHERE v.batch_key = seeded.key ORDER BY v.sequence DESC LIMIT 1`,
    [storeKey],
  )
}
