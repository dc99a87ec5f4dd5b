import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import { ROLLBACKS } from '@/lib/store/undo/undo-rollbacks'

/** Queries for the places of findings: the examiner and scans store them, a timer follows them. */

/** A finding's place, and its status. */
export const PLACED = columns('f', 'finding', [
  'key',
  'id',
  'rule',
  'sequence',
  'fromLine',
  'fromColumn',
  'toLine',
  'toColumn',
  'otherLine',
  'status',
  'fixedSequence',
])

export type PlacedRow = RowOf<typeof PLACED>

/** The findings of a memory, including those whose lines are gone. */
export function placedFindings(sql: Sql, memoryKey: number): Promise<PlacedRow[]> {
  return sql.all<PlacedRow>(
    `SELECT ${PLACED.list} FROM findings f WHERE f.memory_key = ? ORDER BY f.key`,
    [memoryKey],
  )
}

const FOUND = columns('f', 'finding', [
  'id',
  'storeKey',
  'memoryKey',
  'rule',
  'severity',
  'foundSequence',
  'foundAt',
  'sequence',
  'fromLine',
  'fromColumn',
  'toLine',
  'toColumn',
  'otherLine',
  'otherMemoryKey',
  'status',
  'fixedSequence',
])

type FoundRow = RowOf<typeof FOUND>

/** Returns whether a memory has this finding already, and it stands. */
export async function isKnown(
  sql: Sql,
  found: Pick<
    FoundRow,
    'memoryKey' | 'rule' | 'sequence' | 'fromLine' | 'fromColumn' | 'toLine' | 'toColumn'
  >,
): Promise<boolean> {
  const { memoryKey, rule, sequence, fromLine, fromColumn, toLine, toColumn } = found
  const known = await sql.get(
    `SELECT 1 AS one FROM findings WHERE memory_key = ? AND rule = ? AND sequence = ?
       AND from_line = ? AND from_column = ? AND to_line = ? AND to_column = ?
       AND fixed_sequence IS NULL`,
    [memoryKey, rule, sequence, fromLine, fromColumn, toLine, toColumn],
  )
  return known !== undefined
}

export async function putFinding(tx: WriteSql, row: FoundRow): Promise<void> {
  await tx.run(
    `INSERT INTO findings (id, store_key, memory_key, rule, severity, found_sequence, found_at,
       sequence, from_line, from_column, to_line, to_column, other_line, other_memory_key, status,
       fixed_sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.id,
      row.storeKey,
      row.memoryKey,
      row.rule,
      row.severity,
      row.foundSequence,
      row.foundAt,
      row.sequence,
      row.fromLine,
      row.fromColumn,
      row.toLine,
      row.toColumn,
      row.otherLine,
      row.otherMemoryKey,
      row.status,
      row.fixedSequence,
    ],
  )
}

const OF_MEMORY = columns('f', 'finding', ['memoryKey'])
const HEAD = columns('m', 'memory', ['headSequence'])

/** A finding whose lines stood in an earlier version of a memory than the present one. */
export type FollowedRow = PlacedRow &
  RowOf<typeof OF_MEMORY> &
  RowOf<typeof HEAD> & { memoryId: string }

/**
 * The findings of these memories that are not known to be in the present version: the standing ones,
 * and those that were fixed before a rollback after a sequence, which may have brought them back.
 */
export function findingsBehind(
  sql: BulkSql,
  memoryKeys: readonly number[],
  after: number,
): Promise<FollowedRow[]> {
  return sql.all<FollowedRow>(
    `SELECT ${PLACED.list}, ${OF_MEMORY.list}, ${HEAD.list}, m.id AS "memoryId"
     FROM memories m CROSS JOIN findings f
     WHERE m.key IN ${oneOf(memoryKeys)} AND f.memory_key = m.key
       AND f.sequence < m.head_sequence AND (f.fixed_sequence IS NULL OR EXISTS (
         SELECT 1 FROM memory_versions v WHERE v.memory_key = m.key
           AND v.sequence > ? AND v.sequence > f.fixed_sequence AND ${IS_ROLLBACK}))
     ORDER BY f.key`,
    [...memoryKeys, after],
  )
}

/** True if a version `v` was written by a rollback. */
export const IS_ROLLBACK = `EXISTS (SELECT 1 FROM batches b
  WHERE b.key = v.batch_key AND b.kind IN (${ROLLBACKS.map((kind) => `'${kind}'`).join(', ')}))`

type Moved = Pick<PlacedRow, 'key' | 'sequence'>

/** Marks a finding as fixed by a version, unless it changed since it was read. */
export async function fixFinding(
  tx: WriteSql,
  { key, sequence }: Moved,
  fixedSequence: number,
): Promise<void> {
  await tx.run(
    `UPDATE findings SET fixed_sequence = ?,
       status = CASE WHEN status = 'open' THEN 'fixed' ELSE status END
     WHERE key = ? AND sequence = ? AND fixed_sequence IS NULL`,
    [fixedSequence, key, sequence],
  )
}

/** Moves a finding to its lines in a later version, unless it changed since it was read. */
export async function moveFinding(
  tx: WriteSql,
  { key, sequence }: Moved,
  to: Pick<PlacedRow, 'sequence' | 'fromLine' | 'toLine' | 'otherLine'>,
): Promise<void> {
  await tx.run(
    `UPDATE findings SET sequence = ?, from_line = ?, to_line = ?, other_line = ?
     WHERE key = ? AND sequence = ? AND fixed_sequence IS NULL`,
    [to.sequence, to.fromLine, to.toLine, to.otherLine, key, sequence],
  )
}

/**
 * Reopens a finding whose lines stand again in a later version, unless it changed since it was
 * read.
 */
export async function reopenFinding(
  tx: WriteSql,
  { key, sequence, fixedSequence }: Pick<PlacedRow, 'key' | 'sequence' | 'fixedSequence'>,
  to: Pick<PlacedRow, 'sequence' | 'fromLine' | 'toLine' | 'otherLine'>,
): Promise<void> {
  await tx.run(
    `UPDATE findings SET sequence = ?, from_line = ?, to_line = ?, other_line = ?,
       fixed_sequence = NULL, status = CASE WHEN status = 'fixed' THEN 'open' ELSE status END
     WHERE key = ? AND sequence = ? AND fixed_sequence = ?`,
    [to.sequence, to.fromLine, to.toLine, to.otherLine, key, sequence, fixedSequence],
  )
}

const AT = columns('f', 'finding', [
  'id',
  'storeKey',
  'sequence',
  'fromLine',
  'fromColumn',
  'toLine',
  'toColumn',
])

/** The places of these findings. Digests, which a timer posts, quote them. */
export function findingsAt(sql: Sql, ids: readonly string[]): Promise<RowOf<typeof AT>[]> {
  return sql.all<RowOf<typeof AT>>(
    `SELECT ${AT.list} FROM findings f WHERE f.id IN ${oneOf(ids)}`,
    ids,
  )
}
