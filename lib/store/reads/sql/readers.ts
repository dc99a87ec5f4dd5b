import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'

/**
 * Readers of versions, who may have written because of them: what follows it also runs for agents'
 * writes.
 */

/** A reader of a version; `isOfVersion` 0: it only stood meanwhile. */
export interface ReaderRow {
  sequence: number
  actorType: Actor['type']
  actorId: string
  sessionId: string
  readAt: number
  isOfVersion: number
}

const READER = `v.sequence, r.actor_type AS "actorType", r.actor_id AS "actorId",
  r.session_id AS "sessionId", CASE WHEN r.first_read_at < v.created_at THEN v.created_at
    ELSE r.first_read_at END AS "readAt"`

interface AskedReaders {
  storeKey: number
  sequences: readonly number[]
  limit: number
}

/** Lists the readers whose reads are known to be of these versions, the earliest first. */
export function exactReaders(
  sql: Sql,
  { storeKey, sequences, limit }: AskedReaders,
): Promise<ReaderRow[]> {
  return sql.all<ReaderRow>(
    `SELECT ${READER}, 1 AS "isOfVersion"
     FROM memory_versions v CROSS JOIN memory_reads r
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)}
       AND r.memory_key = v.memory_key AND r.last_sequence = v.sequence
     ORDER BY "readAt", r.actor_id, r.session_id LIMIT ?`,
    [storeKey, ...sequences, limit],
  )
}

/**
 * Lists the readers who read their memories between other versions while these stood, the earliest
 * first.
 */
export function possibleReaders(
  sql: Sql,
  { storeKey, sequences, limit }: AskedReaders,
): Promise<ReaderRow[]> {
  return sql.all<ReaderRow>(
    `SELECT ${READER}, 0 AS "isOfVersion"
     FROM memory_versions v CROSS JOIN memory_reads r
     LEFT JOIN memory_versions u ON u.store_key = v.store_key AND u.sequence = v.until_sequence
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)}
       AND r.memory_key = v.memory_key AND r.of_one_version = 0
       AND r.last_sequence > v.sequence AND r.last_read_at >= v.created_at
       AND (u.created_at IS NULL OR r.first_read_at <= u.created_at)
     ORDER BY "readAt", r.actor_id, r.session_id LIMIT ?`,
    [storeKey, ...sequences, limit],
  )
}

/** Has the changesets of sessions that read a memory from a sequence on examined again. */
export async function examineChangesetsOfReaders(
  tx: WriteSql,
  { memoryKey, from }: { memoryKey: number; from: number },
): Promise<void> {
  await tx.run(
    `UPDATE changesets SET pending = 1, examined_sequence = 0, revision = revision + 1
     WHERE session_id IN (SELECT r.session_id FROM memory_reads r
       WHERE r.memory_key = ? AND r.session_id <> '' AND r.last_sequence >= ?)`,
    [memoryKey, from],
  )
}

/** A changeset's versions of a memory before one, the newest first. */
export function versionsOfChangeset(
  sql: Sql,
  asked: { changesetId: string; memoryKey: number; before: number; limit: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.changeset_key = (SELECT key FROM changesets WHERE id = ?)
       AND v.memory_key = ? AND v.sequence < ? ORDER BY v.sequence DESC LIMIT ?`,
    [asked.changesetId, asked.memoryKey, asked.before, asked.limit],
  )
}
