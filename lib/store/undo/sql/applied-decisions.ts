import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Decisions that versions of a review applied: a rollback of any number of them takes them back. */

const DECISION = columns('d', 'hunkDecision', [
  'key',
  'changesetKey',
  'memoryKey',
  'throughSequence',
])

/** A decision, and the memory that it is about. */
export type AppliedRow = RowOf<typeof DECISION> & { memoryId: string }

const APPLIED = `SELECT ${DECISION.list}, m.id AS "memoryId"
  FROM memory_versions v CROSS JOIN hunk_decisions d CROSS JOIN memories m
  WHERE d.batch_key = v.batch_key AND d.memory_key = v.memory_key AND m.key = v.memory_key`

/** Lists the decisions that these versions applied. */
export function appliedBy(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<AppliedRow[]> {
  return sql.all<AppliedRow>(
    `${APPLIED} AND v.store_key = ? AND v.sequence IN ${oneOf(sequences)}`,
    [storeKey, ...sequences],
  )
}

/** Lists the decisions that were applied after a sequence. */
export function appliedAfter(sql: Sql, storeKey: number, sequence: number): Promise<AppliedRow[]> {
  return sql.all<AppliedRow>(`${APPLIED} AND v.store_key = ? AND v.sequence > ?`, [
    storeKey,
    sequence,
  ])
}

/** Lists the decisions that were applied to one memory after a sequence. */
export function appliedToAfter(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<AppliedRow[]> {
  return sql.all<AppliedRow>(`${APPLIED} AND v.memory_key = ? AND v.sequence > ?`, [
    memoryKey,
    sequence,
  ])
}

/**
 * Puts decisions back into their reviewers' trays, as they were before they were applied; not those
 * about an earlier state of a memory than the one that is examined now.
 */
export async function unapply(tx: WriteSql, keys: readonly number[]): Promise<void> {
  await tx.run(
    `UPDATE hunk_decisions SET applied_at = NULL, batch_key = NULL
     WHERE key IN ${oneOf(keys)} AND through_sequence = (
       SELECT m.through_sequence FROM changeset_memories m
       WHERE m.changeset_key = hunk_decisions.changeset_key
         AND m.memory_key = hunk_decisions.memory_key)`,
    keys,
  )
}

/** Deletes decisions, as far as they are applied. */
export async function deleteApplied(tx: WriteSql, keys: readonly number[]): Promise<void> {
  await tx.run(
    `DELETE FROM hunk_decisions WHERE key IN ${oneOf(keys)} AND applied_at IS NOT NULL`,
    keys,
  )
}
