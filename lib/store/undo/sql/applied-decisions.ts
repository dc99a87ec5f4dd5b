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

export async function deleteDecisions(tx: WriteSql, keys: readonly number[]): Promise<void> {
  await tx.run(`DELETE FROM hunk_decisions WHERE key IN ${oneOf(keys)}`, keys)
}
