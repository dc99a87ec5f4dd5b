import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Hunk } from '../../model/hunk'

/**
 * Decisions about hunks: people and programs over the API make them, with the changeset's row locked,
 * and the examiner carries them to what its hunks are now.
 */

const DECISION = columns('d', 'hunkDecision', [
  'key',
  'memoryKey',
  'throughSequence',
  'kind',
  'beforeFrom',
  'beforeCount',
  'afterFrom',
  'afterCount',
  'decision',
  'content',
  'seen',
  'actorType',
  'actorId',
  'decidedAt',
  'appliedAt',
])

export type DecisionRow = RowOf<typeof DECISION>

const valuesOf = ({ kind, beforeFrom, beforeCount, afterFrom, afterCount }: Hunk) =>
  [kind, beforeFrom, beforeCount, afterFrom, afterCount] as const

/** The decisions about a changeset, in the order in which they were made. */
export function decisionsAboutChangeset(sql: Sql, changesetId: string): Promise<DecisionRow[]> {
  return sql.all<DecisionRow>(
    `SELECT ${DECISION.list} FROM changesets s CROSS JOIN hunk_decisions d
     WHERE s.id = ? AND d.changeset_key = s.key ORDER BY d.key`,
    [changesetId],
  )
}

/** A memory of a changeset. */
interface OfMemory {
  changesetKey: number
  memoryKey: number
}

/** The decisions about the last examined state of some memories. */
export function decisionsAboutExamined(
  sql: Sql,
  { changesetKey, memoryKeys }: { changesetKey: number; memoryKeys: readonly number[] },
): Promise<DecisionRow[]> {
  return sql.all<DecisionRow>(
    `SELECT ${DECISION.list} FROM changeset_memories m CROSS JOIN hunk_decisions d
     WHERE m.changeset_key = ? AND m.memory_key IN ${oneOf(memoryKeys)}
       AND d.changeset_key = m.changeset_key AND d.memory_key = m.memory_key
       AND d.through_sequence = m.through_sequence`,
    [changesetKey, ...memoryKeys],
  )
}

/** The hunk of a changeset's memory, as it was shown. */
type OfHunk = OfMemory & { throughSequence: number; hunk: Hunk }

export function decisionAbout(
  sql: Sql,
  { changesetKey, memoryKey, throughSequence, hunk }: OfHunk,
): Promise<DecisionRow | undefined> {
  return sql.get<DecisionRow>(
    `SELECT ${DECISION.list} FROM hunk_decisions d WHERE d.changeset_key = ? AND d.memory_key = ?
       AND d.through_sequence = ? AND d.kind = ? AND d.before_from = ? AND d.before_count = ?
       AND d.after_from = ? AND d.after_count = ?`,
    [changesetKey, memoryKey, throughSequence, ...valuesOf(hunk)],
  )
}

const MADE = columns('d', 'hunkDecision', [
  'decision',
  'content',
  'seen',
  'actorType',
  'actorId',
  'decidedAt',
  'changedAt',
])

export async function insertDecision(
  tx: WriteSql,
  { changesetKey, memoryKey, throughSequence, hunk }: OfHunk,
  made: RowOf<typeof MADE>,
): Promise<void> {
  await tx.run(
    `INSERT INTO hunk_decisions (changeset_key, memory_key, through_sequence, kind, before_from,
       before_count, after_from, after_count, decision, content, seen, actor_type, actor_id,
       decided_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      changesetKey,
      memoryKey,
      throughSequence,
      ...valuesOf(hunk),
      made.decision,
      made.content,
      made.seen,
      made.actorType,
      made.actorId,
      made.decidedAt,
      made.changedAt,
    ],
  )
}

/** A hunk that was allowed before it was written; one that is decided stays so. */
export async function insertAccepted(
  tx: WriteSql,
  { changesetKey, memoryKey, throughSequence, hunk }: OfHunk,
  by: Pick<DecisionRow, 'actorType' | 'actorId' | 'decidedAt'>,
): Promise<void> {
  await tx.run(
    `INSERT INTO hunk_decisions (changeset_key, memory_key, through_sequence, kind, before_from,
       before_count, after_from, after_count, decision, seen, actor_type, actor_id, decided_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'accepted', 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [
      changesetKey,
      memoryKey,
      throughSequence,
      ...valuesOf(hunk),
      by.actorType,
      by.actorId,
      by.decidedAt,
    ],
  )
}

/** A decision holds for a hunk of a later state. */
export async function moveDecision(
  tx: WriteSql,
  key: number,
  { throughSequence, hunk }: Pick<OfHunk, 'throughSequence' | 'hunk'>,
): Promise<void> {
  await tx.run(
    `UPDATE hunk_decisions SET through_sequence = ?, kind = ?, before_from = ?, before_count = ?,
       after_from = ?, after_count = ? WHERE key = ?`,
    [throughSequence, ...valuesOf(hunk), key],
  )
}

export async function deleteDecision(tx: WriteSql, key: number): Promise<void> {
  await tx.run('DELETE FROM hunk_decisions WHERE key = ?', [key])
}

/**
 * Deletes the decisions about an earlier state of a memory, if all of the present one is decided.
 */
export async function deleteLeftBehind(
  tx: WriteSql,
  { changesetKey, memoryKey }: OfMemory,
): Promise<void> {
  await tx.run(
    `DELETE FROM hunk_decisions WHERE changeset_key = ? AND memory_key = ?
       AND decision <> 'accepted' AND applied_at IS NULL AND through_sequence < (
         SELECT m.through_sequence FROM changeset_memories m
         WHERE m.changeset_key = hunk_decisions.changeset_key
           AND m.memory_key = hunk_decisions.memory_key AND m.open_hunks = 0)`,
    [changesetKey, memoryKey],
  )
}

const COUNT = columns('m', 'changesetMemory', ['hunkCount'])

export type TrayRow = DecisionRow & RowOf<typeof COUNT>

/**
 * A reviewer's rejected and edited hunks of a changeset that are not applied yet and have not
 * changed since they were reviewed.
 */
export function decisionsInTray(
  sql: Sql,
  changesetKey: number,
  reviewer: { type: string; id: string },
): Promise<TrayRow[]> {
  return sql.all<TrayRow>(
    `SELECT ${DECISION.list}, ${COUNT.list}
     FROM hunk_decisions d CROSS JOIN changeset_memories m
     WHERE d.changeset_key = ? AND decision <> 'accepted' AND applied_at IS NULL
       AND d.actor_type = ? AND d.actor_id = ?
       AND m.changeset_key = d.changeset_key AND m.memory_key = d.memory_key
       AND m.through_sequence = d.through_sequence AND d.through_sequence = (
         SELECT max(v.sequence) FROM memory_versions v
         WHERE v.memory_key = d.memory_key AND v.changeset_key = d.changeset_key)
     ORDER BY d.memory_key, d.key`,
    [changesetKey, reviewer.type, reviewer.id],
  )
}

export async function noteApplied(
  tx: WriteSql,
  keys: readonly number[],
  { at, batchKey }: { at: number; batchKey: number | null },
): Promise<void> {
  await tx.run(
    `UPDATE hunk_decisions SET applied_at = ?, batch_key = ? WHERE key IN ${oneOf(keys)}`,
    [at, batchKey, ...keys],
  )
}
