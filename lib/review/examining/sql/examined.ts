import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'

/** Queries of the examiner, which runs by itself after each change of an agent. */

const CHANGESET = columns('c', 'changeset', [
  'key',
  'id',
  'storeKey',
  'sessionId',
  'actorType',
  'actorId',
  'firstSequence',
  'firstChangedAt',
  'examinedSequence',
  'lastSequence',
])

/** A changeset with changes that are not examined. */
export type UnexaminedRow = RowOf<typeof CHANGESET> & { storeId: string }

export function unexaminedChangeset(sql: Sql, key: number): Promise<UnexaminedRow | undefined> {
  return sql.get<UnexaminedRow>(
    `SELECT ${CHANGESET.list}, s.id AS "storeId"
     FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.key = ? AND c.pending = 1 AND s.deleted_at IS NULL`,
    [key],
  )
}

const PROGRESS = columns('c', 'changeset', ['examinedSequence', 'pending'])

/** A changeset's examined progress, locked until the transaction ends. */
export function lockedProgress(
  tx: WriteSql,
  key: number,
): Promise<RowOf<typeof PROGRESS> | undefined> {
  return tx.get<RowOf<typeof PROGRESS>>(
    `SELECT ${PROGRESS.list} FROM changesets c WHERE c.key = ? ${tx.forUpdate}`,
    [key],
  )
}

const CHANGED = columns('v', 'memoryVersion', ['memoryKey'])

/** The memories that a changeset changed since it was examined. */
export function changedUnexamined(
  sql: BulkSql,
  { key, examinedSequence, lastSequence }: UnexaminedRow,
): Promise<RowOf<typeof CHANGED>[]> {
  return sql.all<RowOf<typeof CHANGED>>(
    `SELECT DISTINCT ${CHANGED.list} FROM memory_versions v
     WHERE v.changeset_key = ? AND v.sequence > ? AND v.sequence <= ? ORDER BY v.memory_key`,
    [key, examinedSequence, lastSequence],
  )
}

const THROUGH = columns('m', 'changesetMemory', ['memoryKey', 'throughSequence'])

/** A changeset's memory as it was last examined, with how much of it is neither accepted nor written. */
export type LeftRow = RowOf<typeof THROUGH> & { left: number }

/** Those of these memories that were examined in the changeset before. */
export function leftOf(
  sql: Sql,
  changesetKey: number,
  memoryKeys: readonly number[],
): Promise<LeftRow[]> {
  return sql.all<LeftRow>(
    `SELECT ${THROUGH.list}, m.open_hunks + (SELECT count(*) FROM hunk_decisions d
       WHERE d.changeset_key = m.changeset_key AND d.memory_key = m.memory_key
         AND d.decision <> 'accepted' AND d.applied_at IS NULL) AS "left"
     FROM changeset_memories m WHERE m.changeset_key = ? AND m.memory_key IN ${oneOf(memoryKeys)}`,
    [changesetKey, ...memoryKeys],
  )
}

const EXAMINED = columns('m', 'changesetMemory', [
  'changesetKey',
  'memoryKey',
  'throughSequence',
  'kind',
  'level',
  'addedLines',
  'removedLines',
  'lostLines',
  'hunkCount',
  'hunks',
])

/** Stores what was found; all hunks are open. */
export async function putExamined(tx: WriteSql, row: RowOf<typeof EXAMINED>): Promise<void> {
  await tx.run(
    `INSERT INTO changeset_memories (changeset_key, memory_key, through_sequence, kind, level,
       added_lines, removed_lines, lost_lines, hunk_count, open_hunks, hunks)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (changeset_key, memory_key) DO UPDATE SET
       through_sequence = excluded.through_sequence, kind = excluded.kind, level = excluded.level,
       added_lines = excluded.added_lines, removed_lines = excluded.removed_lines,
       lost_lines = excluded.lost_lines, hunk_count = excluded.hunk_count,
       open_hunks = excluded.open_hunks, hunks = excluded.hunks`,
    [
      row.changesetKey,
      row.memoryKey,
      row.throughSequence,
      row.kind,
      row.level,
      row.addedLines,
      row.removedLines,
      row.lostLines,
      row.hunkCount,
      row.hunkCount,
      row.hunks,
    ],
  )
}

/** All of a memory up to a version was kept, and some of that is gone since. */
export async function noteKept(
  tx: WriteSql,
  kept: { changesetKey: number; memoryKey: number; keptSequence: number },
): Promise<void> {
  await tx.run(
    'UPDATE changeset_memories SET kept_sequence = ? WHERE changeset_key = ? AND memory_key = ?',
    [kept.keptSequence, kept.changesetKey, kept.memoryKey],
  )
}

/** A changeset is examined up to a sequence. */
export async function noteExamined(
  tx: WriteSql,
  { key, lastSequence }: Pick<UnexaminedRow, 'key' | 'lastSequence'>,
): Promise<void> {
  await tx.run(
    `UPDATE changesets SET examined_sequence = ?,
       pending = CASE WHEN last_sequence > ? THEN 1 ELSE 0 END
     WHERE key = ?`,
    [lastSequence, lastSequence, key],
  )
}

const BACK = columns('v', 'memoryVersion', ['memoryKey'])

/**
 * The memories among these whose version is back at an earlier content, against what another session
 * had made of it.
 */
export function memoriesBack(
  sql: Sql,
  { changesetKey, sessionId }: { changesetKey: number; sessionId: string | null },
  versions: readonly { memoryKey: number; sequence: number }[],
): Promise<RowOf<typeof BACK>[]> {
  return sql.all<RowOf<typeof BACK>>(
    `WITH wanted(memory_key, sequence) AS (
       VALUES ${versions.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})
     SELECT ${BACK.list} FROM wanted CROSS JOIN memory_versions v
     WHERE v.memory_key = wanted.memory_key AND v.sequence = wanted.sequence
       AND v.sha256 IS NOT NULL
       AND EXISTS (SELECT 1 FROM memory_versions e WHERE e.memory_key = v.memory_key
         AND e.sequence < v.sequence AND e.sha256 = v.sha256
         AND (e.changeset_key IS NULL OR e.changeset_key <> ?)
         AND EXISTS (SELECT 1 FROM memory_versions o WHERE o.memory_key = v.memory_key
           AND o.sequence > e.sequence AND o.sequence < v.sequence AND o.sha256 <> v.sha256
           AND o.session_id IS NOT NULL AND o.session_id <> ?))`,
    [
      ...versions.flatMap(({ memoryKey, sequence }) => [memoryKey, sequence]),
      changesetKey,
      sessionId ?? '',
    ],
  )
}

const VERSION = columns('v', 'memoryVersion', ['id', 'ordinal'])

/** The version before a changeset's first of a memory, and the last of others up to a sequence. */
export function versionsByOthers(
  sql: Sql,
  {
    memoryKey,
    changesetKey,
    through,
  }: {
    memoryKey: number
    changesetKey: number
    through: number
  },
): Promise<RowOf<typeof VERSION>[]> {
  const last = (condition: string) =>
    `v.sequence = (SELECT max(w.sequence) FROM memory_versions w WHERE w.memory_key = ? AND ${condition})`
  return sql.all<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} FROM memory_versions v
     WHERE v.operation <> 'deleted' AND v.sha256 IS NOT NULL
       AND v.memory_key = ? AND (${last(`w.sequence < (SELECT min(f.sequence)
         FROM memory_versions f WHERE f.memory_key = w.memory_key AND f.changeset_key = ?)`)}
       OR ${last('w.sequence < ? AND (w.changeset_key IS NULL OR w.changeset_key <> ?)')})
     ORDER BY v.sequence`,
    [memoryKey, memoryKey, changesetKey, memoryKey, through, changesetKey],
  )
}

/** Returns whether an actor has a changeset in its store before this one. */
export async function wroteBefore(
  sql: Sql,
  { storeKey, actorId, key }: Pick<UnexaminedRow, 'storeKey' | 'actorId' | 'key'>,
): Promise<boolean> {
  const earlier = await sql.get(
    'SELECT 1 AS one FROM changesets WHERE store_key = ? AND actor_id = ? AND key < ? LIMIT 1',
    [storeKey, actorId, key],
  )
  return earlier !== undefined
}

const OF_MEMORY = columns('v', 'memoryVersion', ['memoryKey', 'createdAt'])

export function versionAt(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<RowOf<typeof OF_MEMORY> | undefined> {
  return sql.get<RowOf<typeof OF_MEMORY>>(
    `SELECT ${OF_MEMORY.list} FROM memory_versions v WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, sequence],
  )
}

/**
 * The time at which a session first read a memory that is in quarantine now and that it did not
 * write; null: never.
 */
export async function firstReadOfQuarantined(sql: Sql, sessionId: string): Promise<number | null> {
  const row = await sql.get<{ readAt: number | null }>(
    `SELECT min(r.first_read_at) AS "readAt" FROM quarantines q
     CROSS JOIN memory_reads r CROSS JOIN memory_versions v
     WHERE r.memory_key = q.memory_key AND r.session_id = ? AND r.last_sequence >= q.from_sequence
       AND v.store_key = q.store_key AND v.sequence = q.from_sequence
       AND (v.session_id IS NULL OR v.session_id <> ?)`,
    [sessionId, sessionId],
  )
  return row?.readAt ?? null
}

const DECISION = columns('d', 'hunkDecision', ['decision'])

/** The last decisions about a memory. */
export function lastDecisions(
  sql: Sql,
  memoryKey: number,
  limit: number,
): Promise<RowOf<typeof DECISION>[]> {
  return sql.all<RowOf<typeof DECISION>>(
    `SELECT ${DECISION.list} FROM hunk_decisions d WHERE d.memory_key = ?
     ORDER BY d.key DESC LIMIT ?`,
    [memoryKey, limit],
  )
}

const SEQUENCE = columns('v', 'memoryVersion', ['sequence'])

/**
 * The versions among these whose changeset wrote the memory more than once, with the version before
 * each; null: there was none.
 */
export function versionsBeforeEach(
  sql: BulkSql,
  storeKey: number,
  sequences: readonly number[],
): Promise<(RowOf<typeof SEQUENCE> & { former: number | null })[]> {
  return sql.all<RowOf<typeof SEQUENCE> & { former: number | null }>(
    `SELECT ${SEQUENCE.list}, (SELECT max(p.sequence) FROM memory_versions p
       WHERE p.memory_key = v.memory_key AND p.sequence < v.sequence) AS former
     FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)}
       AND EXISTS (SELECT 1 FROM memory_versions w WHERE w.changeset_key = v.changeset_key
         AND w.memory_key = v.memory_key AND w.sequence <> v.sequence)`,
    [storeKey, ...sequences],
  )
}

/** The paths of memories in several versions of a store. */
export function pathsOfVersions(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<(RowOf<typeof SEQUENCE> & { path: string })[]> {
  return sql.all<RowOf<typeof SEQUENCE> & { path: string }>(
    `SELECT ${SEQUENCE.list}, n.path FROM memory_versions v JOIN path_nodes n ON n.key = v.node_key
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)}`,
    [storeKey, ...sequences],
  )
}
