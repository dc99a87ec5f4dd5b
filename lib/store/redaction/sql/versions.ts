import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'
import { HEAD, type MemoryRow } from '../../write/sql/heads'

/**
 * Versions as redactions empty and rewrite them: programs ask for it over the API, and a start after
 * a backup was restored does it again.
 */

/** By whom and when, milliseconds since 1970. */
export interface RedactedBy {
  now: number
  actor: Actor
}

interface OneVersion {
  storeKey: number
  sequence: number
}

export async function deleteContent(
  tx: WriteSql,
  { storeKey, sequence }: OneVersion,
): Promise<void> {
  await tx.run('DELETE FROM version_contents WHERE store_key = ? AND sequence = ?', [
    storeKey,
    sequence,
  ])
}

export async function emptyVersionRow(
  tx: WriteSql,
  { storeKey, sequence }: OneVersion,
  { now, actor }: RedactedBy,
): Promise<void> {
  await tx.run(
    `UPDATE memory_versions SET node_key = NULL, sha256 = NULL, size = NULL, redacted_at = ?,
       redacted_by_type = ?, redacted_by_id = ? WHERE store_key = ? AND sequence = ?`,
    [now, actor.type, actor.id, storeKey, sequence],
  )
}

export async function rewriteVersionRow(
  tx: WriteSql,
  version: OneVersion & Pick<VersionRow, 'sha256' | 'size'>,
  { now, actor }: RedactedBy,
): Promise<void> {
  await tx.run(
    `UPDATE memory_versions SET sha256 = ?, size = ?, rewritten_at = ?, rewritten_by_type = ?,
       rewritten_by_id = ? WHERE store_key = ? AND sequence = ?`,
    [version.sha256, version.size, now, actor.type, actor.id, version.storeKey, version.sequence],
  )
}

/**
 * Lists those of these versions that no redaction emptied and that are not the head of a live
 * memory.
 */
export function pastVersions(
  sql: Sql,
  storeKey: number,
  ids: readonly string[],
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.id IN ${oneOf(ids)}
       AND v.redacted_at IS NULL AND NOT (m.path IS NOT NULL AND m.head_sequence = v.sequence)
     ORDER BY v.sequence`,
    [storeKey, ...ids],
  )
}

const HASHED = columns('v', 'memoryVersion', ['id', 'sha256'])

/** Lists those of these versions, of all stores, that no redaction emptied. */
export function versionsWithText(
  sql: Sql,
  ids: readonly string[],
): Promise<(RowOf<typeof HASHED> & { storeId: string; path: string | null })[]> {
  return sql.all<RowOf<typeof HASHED> & { storeId: string; path: string | null }>(
    `SELECT ${HASHED.list}, s.id AS "storeId", n.path FROM memory_versions v
     JOIN memory_stores s ON s.key = v.store_key LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.redacted_at IS NULL AND s.deleted_at IS NULL AND v.id IN ${oneOf(ids)}`,
    ids,
  )
}

const COPY = columns('v', 'memoryVersion', ['id', 'redactedAt'])

/** The version of a branch that has this number. */
export function copyOfVersion(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<RowOf<typeof COPY> | undefined> {
  return sql.get<RowOf<typeof COPY>>(
    `SELECT ${COPY.list} FROM memory_versions v WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, sequence],
  )
}

/** A memory that stands on this version; its path is null if that deleted it. */
export function memoryOfHead(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<MemoryRow | undefined> {
  return sql.get<MemoryRow>(
    `SELECT ${HEAD.list} FROM memories m WHERE m.key = ? AND m.head_sequence = ?`,
    [memoryKey, sequence],
  )
}

const LIVE = columns('m', 'memory', ['id'])

/** The same, only if it is live. */
export function liveMemoryOfHead(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<RowOf<typeof LIVE> | undefined> {
  return sql.get<RowOf<typeof LIVE>>(
    `SELECT ${LIVE.list} FROM memories m
     WHERE m.key = ? AND m.head_sequence = ? AND m.path IS NOT NULL`,
    [memoryKey, sequence],
  )
}

export function memoryOfKey(sql: Sql, key: number): Promise<MemoryRow | undefined> {
  return sql.get<MemoryRow>(`SELECT ${HEAD.list} FROM memories m WHERE m.key = ?`, [key])
}

const STORED = columns('v', 'memoryVersion', ['sequence', 'sha256', 'redactedAt', 'nodeKey'])

/** A version as it is stored now; `baseSequence` null: not as a delta. */
type StoredRow = RowOf<typeof STORED> & { baseSequence: number | null }

/** Of a memory from one sequence to another, both included. */
export function storedNow(
  sql: Sql,
  { memoryKey, first, last }: { memoryKey: number; first: number; last: number },
): Promise<StoredRow[]> {
  return sql.all<StoredRow>(
    `SELECT ${STORED.list}, c.base_sequence AS "baseSequence" FROM memory_versions v
     LEFT JOIN version_contents c ON c.store_key = v.store_key AND c.sequence = v.sequence
     WHERE v.memory_key = ? AND v.sequence >= ? AND v.sequence <= ? ORDER BY v.sequence`,
    [memoryKey, first, last],
  )
}
