import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Audience } from '@/lib/store/model/audience'
import type { Operation } from '@/lib/store/model/memory-version'
import { IS_DELETED, LAST_PATH } from './last-path'

/**
 * Queries for what changesets did to memories: the examiner counts it, programs read it over the
 * API, and a page joins five tables over many rows.
 */

const EXAMINED = columns('c', 'changesetMemory', [
  'memoryKey',
  'throughSequence',
  'kind',
  'level',
  'addedLines',
  'removedLines',
  'lostLines',
  'openHunks',
  'hunks',
])

export type ExaminedRow = RowOf<typeof EXAMINED> & {
  memoryId: string
  path: string | null
  /** the path in the last examined version; null: redacted */
  lastPath: string | null
  versionId: string
}

/** The memories of a changeset, the highest level first; agents are shown none in quarantine. */
export function examinedMemories(
  sql: Sql,
  changesetId: string,
  audience: Audience,
): Promise<ExaminedRow[]> {
  const visible =
    audience === 'people'
      ? ''
      : `AND NOT EXISTS (SELECT 1 FROM quarantines q
       WHERE q.memory_key = c.memory_key AND q.from_sequence <= c.through_sequence)`
  return sql.all<ExaminedRow>(
    `SELECT ${EXAMINED.list}, m.id AS "memoryId", m.path, n.path AS "lastPath", v.id AS "versionId"
     FROM changesets s CROSS JOIN changeset_memories c CROSS JOIN memories m
       CROSS JOIN memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE s.id = ? AND c.changeset_key = s.key AND m.key = c.memory_key
       AND v.memory_key = c.memory_key AND v.sequence = c.through_sequence
       ${visible}
     ORDER BY c.level DESC, c.memory_key`,
    [changesetId],
  )
}

const CHANGESET = columns('s', 'changeset', ['id'])

/**
 * The path of the memory that leads each changeset, of the first `inspected` ones; `pinned` ones and
 * deleted ones last.
 */
export function pathsThatLead(
  sql: Sql,
  wanted: { changesetIds: readonly string[]; inspected: number; pinned: readonly string[] },
): Promise<(RowOf<typeof CHANGESET> & { path: string | null })[]> {
  const { changesetIds, inspected, pinned } = wanted
  return sql.all<RowOf<typeof CHANGESET> & { path: string | null }>(
    `SELECT ${CHANGESET.list}, (
       SELECT l.path FROM (
         SELECT ${LAST_PATH} AS path, c.level, c.memory_key, ${IS_DELETED} AS is_deleted FROM (
           SELECT c.memory_key, c.level FROM changeset_memories c
           WHERE c.changeset_key = s.key ORDER BY c.memory_key LIMIT ?
         ) c CROSS JOIN memories m WHERE m.key = c.memory_key
       ) l WHERE l.path IS NOT NULL
       ORDER BY CASE WHEN lower(l.path) IN ${oneOf(pinned)} THEN 1 ELSE 0 END,
         l.is_deleted, l.level DESC, l.memory_key LIMIT 1
     ) AS path
     FROM changesets s WHERE s.id IN ${oneOf(changesetIds)}`,
    [inspected, ...pinned, ...changesetIds],
  )
}

const KEY = columns('c', 'changeset', ['key'])

export function keyOfChangeset(sql: Sql, id: string): Promise<RowOf<typeof KEY> | undefined> {
  return sql.get<RowOf<typeof KEY>>(`SELECT ${KEY.list} FROM changesets c WHERE c.id = ?`, [id])
}

const VERSION = columns('v', 'memoryVersion', ['id', 'sequence', 'createdAt'])

type WriteRow = RowOf<typeof VERSION> & {
  memoryId: string
  path: string | null
  operation: Operation
  isReviewed: number
}

/** A changeset's writes after a sequence, in their order. */
export function writesAfter(
  sql: Sql,
  { changesetKey, after, limit }: { changesetKey: number; after: number; limit: number },
): Promise<WriteRow[]> {
  return sql.all<WriteRow>(
    `SELECT ${VERSION.list}, m.id AS "memoryId", n.path, v.operation,
       CASE WHEN cm.open_hunks = 0 OR v.sequence <= cm.reviewed_sequence THEN 1 ELSE 0 END
         AS "isReviewed"
     FROM memory_versions v CROSS JOIN memories m
       LEFT JOIN path_nodes n ON n.key = v.node_key
       LEFT JOIN changeset_memories cm ON cm.changeset_key = v.changeset_key
         AND cm.memory_key = v.memory_key AND cm.through_sequence >= v.sequence
     WHERE v.changeset_key = ? AND v.sequence > ? AND m.key = v.memory_key
     ORDER BY v.sequence LIMIT ?`,
    [changesetKey, after, limit],
  )
}

const HUNKS = columns('c', 'changesetMemory', ['hunks'])

/** The hunks of a changeset's memories that have any reason. */
export function hunksWithReasons(sql: Sql, changesetKey: number): Promise<RowOf<typeof HUNKS>[]> {
  return sql.all<RowOf<typeof HUNKS>>(
    `SELECT ${HUNKS.list} FROM changeset_memories c WHERE c.changeset_key = ? AND c.level > 0`,
    [changesetKey],
  )
}

/** Stores which reasons a changeset has, and as `text` how often. */
export async function putReasons(
  tx: WriteSql,
  changesetKey: number,
  { names, text }: { names: readonly string[]; text: string },
): Promise<void> {
  await tx.run('UPDATE changesets SET reasons = ? WHERE key = ?', [text, changesetKey])
  await tx.run('DELETE FROM changeset_reasons WHERE changeset_key = ?', [changesetKey])
  if (names.length === 0) return
  await tx.run(
    `INSERT INTO changeset_reasons (changeset_key, reason)
     VALUES ${names.map(() => '(?, ?)').join(', ')}`,
    names.flatMap((name) => [changesetKey, name]),
  )
}

const MEMORY = columns('m', 'memory', ['id'])

/** The memories among these with versions that nobody reviewed. */
export function memoriesUnreviewed(
  sql: Sql,
  memoryIds: readonly string[],
): Promise<RowOf<typeof MEMORY>[]> {
  return sql.all<RowOf<typeof MEMORY>>(
    `SELECT ${MEMORY.list} FROM memories m WHERE m.id IN ${oneOf(memoryIds)} AND (EXISTS (
       SELECT 1 FROM changeset_memories cm WHERE cm.memory_key = m.key AND cm.open_hunks > 0)
     OR EXISTS (
       SELECT 1 FROM changesets c CROSS JOIN memory_versions v
       WHERE c.pending = 1 AND c.store_key = m.store_key AND v.changeset_key = c.key
         AND v.memory_key = m.key AND v.sequence > c.examined_sequence))`,
    memoryIds,
  )
}

const UNREVIEWED = columns('v', 'memoryVersion', ['id', 'sequence'])

/**
 * The newest versions of a memory that nobody reviewed: its changeset has work left in it, something
 * undecided, or not examined yet.
 */
export function versionsUnreviewed(
  sql: Sql,
  memoryId: string,
  limit: number,
): Promise<(RowOf<typeof UNREVIEWED> & { changesetId: string })[]> {
  return sql.all<RowOf<typeof UNREVIEWED> & { changesetId: string }>(
    `SELECT ${UNREVIEWED.list}, c.id AS "changesetId"
     FROM memories m CROSS JOIN memory_versions v CROSS JOIN changesets c
       LEFT JOIN changeset_memories cm ON cm.changeset_key = c.key AND cm.memory_key = m.key
     WHERE m.id = ? AND v.memory_key = m.key AND c.key = v.changeset_key
       AND ((cm.open_hunks > 0 AND v.sequence > cm.reviewed_sequence)
         OR (c.pending = 1 AND v.sequence > c.examined_sequence))
     ORDER BY v.sequence DESC LIMIT ?`,
    [memoryId, limit],
  )
}

/** Returns whether a version of a memory before this one was for a person to review. */
export async function someForReviewBefore(
  sql: Sql,
  memoryId: string,
  sequence: number,
): Promise<boolean> {
  const found = await sql.get(
    `SELECT 1 AS one FROM memories m CROSS JOIN memory_versions v
     WHERE m.id = ? AND v.memory_key = m.key AND v.sequence < ? AND v.changeset_key IS NOT NULL
     LIMIT 1`,
    [memoryId, sequence],
  )
  return found !== undefined
}

/**
 * Returns whether an open change of a changeset still stands: false once each of its open memories
 * is as it was before.
 */
export async function hasStandingChange(sql: Sql, changesetId: string): Promise<boolean> {
  const standing = await sql.get(
    `SELECT 1 AS one FROM changesets s CROSS JOIN changeset_memories c CROSS JOIN memories m
     WHERE s.id = ? AND c.changeset_key = s.key AND c.open_hunks > 0 AND m.key = c.memory_key
       AND NOT (m.path IS NULL AND c.kind = 'created')
       AND NOT EXISTS (SELECT 1 FROM memory_versions b CROSS JOIN path_nodes n
         WHERE b.memory_key = c.memory_key AND b.sequence = (SELECT max(e.sequence)
             FROM memory_versions e WHERE e.memory_key = c.memory_key AND e.sequence < (
               SELECT min(f.sequence) FROM memory_versions f
               WHERE f.changeset_key = c.changeset_key AND f.memory_key = c.memory_key))
           AND b.operation <> 'deleted' AND b.sha256 = m.sha256
           AND n.key = b.node_key AND n.path = m.path)
     LIMIT 1`,
    [changesetId],
  )
  return standing !== undefined
}
