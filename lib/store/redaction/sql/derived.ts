import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Data derived from versions, which goes with their text: programs redact over the API, too. */

const REVIEWED = columns('c', 'changesetMemory', ['changesetKey', 'throughSequence'])

/** With the version that a changeset's first one follows; null: it is the memory's first. */
type ReviewedRow = RowOf<typeof REVIEWED> & { base: number | null }

/** The changesets in which a memory was examined up to a sequence or further. */
export function reviewedChangesets(
  sql: Sql,
  memoryKey: number,
  through: number,
): Promise<ReviewedRow[]> {
  return sql.all<ReviewedRow>(
    `SELECT ${REVIEWED.list}, (
       SELECT max(b.sequence) FROM memory_versions b WHERE b.memory_key = c.memory_key
         AND b.sequence < (SELECT min(f.sequence) FROM memory_versions f
           WHERE f.memory_key = c.memory_key AND f.changeset_key = c.changeset_key)) AS base
     FROM changeset_memories c WHERE c.memory_key = ? AND c.through_sequence >= ?`,
    [memoryKey, through],
  )
}

/** Deletes what was decided of a memory and is not applied, and what reviewers wrote in it. */
export async function dropDecisions(
  tx: WriteSql,
  { changesetKey, memoryKey }: { changesetKey: number; memoryKey: number },
): Promise<void> {
  await tx.run(
    `DELETE FROM hunk_decisions WHERE changeset_key = ? AND memory_key = ?
       AND decision <> 'accepted' AND applied_at IS NULL`,
    [changesetKey, memoryKey],
  )
  await tx.run(
    `UPDATE hunk_decisions SET content = NULL WHERE changeset_key = ? AND memory_key = ?
       AND content IS NOT NULL`,
    [changesetKey, memoryKey],
  )
}

export async function setUnexamined(
  tx: WriteSql,
  changesetKey: number,
  examinedSequence: number,
): Promise<void> {
  await tx.run('UPDATE changesets SET pending = 1, examined_sequence = ? WHERE key = ?', [
    examinedSequence,
    changesetKey,
  ])
}

const FINDING = columns('f', 'finding', ['key', 'fromLine', 'toLine'])

/** Of a version, without those in its path. */
export function findingsInLines(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<RowOf<typeof FINDING>[]> {
  return sql.all<RowOf<typeof FINDING>>(
    `SELECT ${FINDING.list} FROM findings f
     WHERE f.memory_key = ? AND f.sequence = ? AND f.from_line > 0`,
    [memoryKey, sequence],
  )
}

export async function deleteFinding(tx: WriteSql, key: number): Promise<void> {
  await tx.run('DELETE FROM findings WHERE key = ?', [key])
}

/** By so many lines. */
export async function moveFinding(tx: WriteSql, key: number, lines: number): Promise<void> {
  await tx.run(
    `UPDATE findings SET from_line = from_line + ?, to_line = to_line + ?,
       other_line = other_line + ? WHERE key = ?`,
    [lines, lines, lines, key],
  )
}

export async function deleteFindingsInPaths(
  tx: WriteSql,
  storeKey: number,
  sequences: readonly number[],
): Promise<void> {
  await tx.run(
    `DELETE FROM findings WHERE store_key = ? AND from_line = 0
       AND sequence IN ${oneOf(sequences)}`,
    [storeKey, ...sequences],
  )
}

/** Unless they are of a version of the memory after this sequence. */
export async function deleteBands(
  tx: WriteSql,
  memoryKey: number,
  sequence: number,
): Promise<void> {
  await tx.run(
    `DELETE FROM memory_bands WHERE memory_key = ? AND NOT EXISTS (
       SELECT 1 FROM memories m JOIN store_scans x ON x.store_key = m.store_key
       WHERE m.key = ? AND m.head_sequence > ? AND x.signed_sequence >= m.head_sequence)`,
    [memoryKey, memoryKey, sequence],
  )
}
