import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Changes of the agreement between an origin and its branches, by the batches that made them, so that
 * it can be taken back: undoing any change asks for them, programs' too.
 */

const MERGE = columns('x', 'merge', [
  'storeKey',
  'batchKey',
  'branchId',
  'mergedBefore',
  'originBefore',
  'atBefore',
  'mergedAfter',
  'originAfter',
  'atAfter',
])

export type MergeRow = RowOf<typeof MERGE>

/** Of a batch that is written in parts, the last says what is after it. */
export function noteMerge(tx: WriteSql, row: MergeRow): Promise<void> {
  return tx.later(
    `INSERT INTO merges (store_key, batch_key, branch_id, merged_before, origin_before, at_before,
       merged_after, origin_after, at_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (store_key, batch_key, branch_id) DO UPDATE SET
       merged_after = excluded.merged_after, origin_after = excluded.origin_after,
       at_after = excluded.at_after`,
    [
      row.storeKey,
      row.batchKey,
      row.branchId,
      row.mergedBefore,
      row.originBefore,
      row.atBefore,
      row.mergedAfter,
      row.originAfter,
      row.atAfter,
    ],
  )
}

/** All of an origin, the newest first. */
export function mergesInto(sql: Sql, storeKey: number): Promise<MergeRow[]> {
  return sql.all<MergeRow>(
    `SELECT ${MERGE.list} FROM merges x WHERE x.store_key = ? ORDER BY x.batch_key DESC`,
    [storeKey],
  )
}

const STEP = columns('x', 'mergeStep', [
  'storeKey',
  'batchKey',
  'branchId',
  'memoryKey',
  'versionSequence',
  'sequenceBefore',
  'originMemoryBefore',
  'sequenceAfter',
  'originMemoryAfter',
])

export type MergeStepRow = RowOf<typeof STEP>

export function insertMergeStep(tx: WriteSql, row: MergeStepRow): Promise<void> {
  return tx.later(
    `INSERT INTO merge_steps (store_key, batch_key, branch_id, memory_key, version_sequence,
       sequence_before, origin_memory_before, sequence_after, origin_memory_after)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.storeKey,
      row.batchKey,
      row.branchId,
      row.memoryKey,
      row.versionSequence,
      row.sequenceBefore,
      row.originMemoryBefore,
      row.sequenceAfter,
      row.originMemoryAfter,
    ],
  )
}

/** Those of a batch of an origin and a branch. */
export function stepsOf(
  sql: Sql,
  { storeKey, batchKey, branchId }: Pick<MergeRow, 'storeKey' | 'batchKey' | 'branchId'>,
): Promise<MergeStepRow[]> {
  return sql.all<MergeStepRow>(
    `SELECT ${STEP.list} FROM merge_steps x
     WHERE x.store_key = ? AND x.batch_key = ? AND x.branch_id = ?`,
    [storeKey, batchKey, branchId],
  )
}

const VERSION = columns('v', 'memoryVersion', ['sequence', 'memoryKey', 'batchKey'])

/** These versions of a store with their batches. */
export function batchesOf(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<RowOf<typeof VERSION>[]> {
  return sql.all<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.batch_key IS NOT NULL AND v.sequence IN ${oneOf(sequences)}`,
    [storeKey, ...sequences],
  )
}

/** The batches with versions of a store after a change. */
export function batchesAfter(
  sql: Sql,
  storeKey: number,
  after: number,
): Promise<{ batchKey: number }[]> {
  return sql.all<{ batchKey: number }>(
    `SELECT DISTINCT v.batch_key AS "batchKey" FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.batch_key IS NOT NULL`,
    [storeKey, after],
  )
}

/** The versions of a batch. */
export function writtenIn(sql: Sql, batchKey: number): Promise<RowOf<typeof VERSION>[]> {
  return sql.all<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} FROM memory_versions v WHERE v.batch_key = ?`,
    [batchKey],
  )
}

const BRANCH = columns('b', 'branch', ['storeKey'])

/** The keys of the branches of a store with these ids. */
export function branchKeysOf(
  sql: Sql,
  originKey: number,
  ids: readonly string[],
): Promise<(RowOf<typeof BRANCH> & { id: string })[]> {
  return sql.all<RowOf<typeof BRANCH> & { id: string }>(
    `SELECT ${BRANCH.list}, s.id FROM memory_stores s JOIN branches b ON b.store_key = s.key
     WHERE b.origin_key = ? AND s.deleted_at IS NULL AND s.id IN ${oneOf(ids)}
     ORDER BY s.key`,
    [originKey, ...ids],
  )
}
