import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { commonLines } from '@/lib/text/line-hunks'
import type { StoreTransaction } from '../write/store-transaction'

/** Versions of a memory that a redaction emptied or rewrote: from the first to the last of them. */
export interface RedactedSpan {
  memoryKey: number
  from: number
  to: number
}

interface ReviewedMemoryRow {
  changeset_key: number
  through_sequence: number
  base: number | null
}

/**
 * Has the changesets examined again whose change of a memory was computed from redacted versions:
 * their hunks and findings may be others now, or none.
 */
export async function examineAgain(
  transaction: StoreTransaction,
  span: RedactedSpan,
): Promise<void> {
  for (const { changeset_key } of await reviewedFrom(transaction, span)) {
    await markUnexamined(transaction, changeset_key)
  }
}

/**
 * The same for an emptied version, of which nothing may be left: what a reviewer wrote in place of
 * lines of that change goes with it, and what was not applied yet can no longer be.
 */
export async function dropDecided(
  transaction: StoreTransaction,
  span: RedactedSpan,
): Promise<void> {
  const { sql } = transaction
  for (const { changeset_key } of await reviewedFrom(transaction, span)) {
    const memory = [changeset_key, span.memoryKey]
    await sql.run(
      `DELETE FROM hunk_decisions WHERE changeset_key = ? AND memory_key = ?
         AND decision <> 'accepted' AND applied_at IS NULL`,
      memory,
    )
    await sql.run(
      `UPDATE hunk_decisions SET content = NULL WHERE changeset_key = ? AND memory_key = ?
         AND content IS NOT NULL`,
      memory,
    )
    await markUnexamined(transaction, changeset_key)
  }
}

/** The changesets in which the memory was examined, and whose first version needs one of the span. */
async function reviewedFrom(
  { sql }: StoreTransaction,
  { memoryKey, from, to }: RedactedSpan,
): Promise<ReviewedMemoryRow[]> {
  const rows = await sql.all<ReviewedMemoryRow>(
    `SELECT c.changeset_key, c.through_sequence, (
       SELECT max(b.sequence) FROM memory_versions b WHERE b.memory_key = c.memory_key
         AND b.sequence < (SELECT min(f.sequence) FROM memory_versions f
           WHERE f.memory_key = c.memory_key AND f.changeset_key = c.changeset_key)) AS base
     FROM changeset_memories c WHERE c.memory_key = ? AND c.through_sequence >= ?`,
    [memoryKey, from],
  )
  return rows.filter(({ base }) => base === null || base <= to)
}

/**
 * A negative sequence has all of a changeset examined again; that it is another one than before
 * tells who is just examining it that what was read is outdated: a redaction logs an event first.
 */
async function markUnexamined(transaction: StoreTransaction, changesetKey: number): Promise<void> {
  await transaction.sql.run(
    'UPDATE changesets SET pending = 1, examined_sequence = ? WHERE key = ?',
    [-transaction.sequence, changesetKey],
  )
}

/** A version whose text a redaction changes: what it was, and what it is; null: nothing is left. */
export interface RedactedText {
  memoryKey: number
  sequence: number
  before: string | null
  after: string | null
}

interface FoundRow {
  key: number
  from_line: number
  to_line: number
}

/**
 * Forgets what was found in lines that a redaction takes away, with what people said of it. What was
 * found in the other lines of the version moves with them, and what was found in its path stays.
 */
export async function dropFindings(
  { sql }: StoreTransaction,
  { memoryKey, sequence, before, after }: RedactedText,
): Promise<void> {
  await dropBands(sql, memoryKey, sequence)
  const found = await sql.all<FoundRow>(
    `SELECT key, from_line, to_line FROM findings
     WHERE memory_key = ? AND sequence = ? AND from_line > 0`,
    [memoryKey, sequence],
  )
  if (found.length === 0) return
  const kept = before === null || after === null ? [] : commonLines(before, after)
  const places = new Map(kept.map((pair) => [pair.before + 1, pair.after + 1]))
  for (const { key, from_line, to_line } of found) {
    const from = places.get(from_line)
    const isKept = from !== undefined && places.get(to_line) === from + to_line - from_line
    if (!isKept) {
      await sql.run('DELETE FROM findings WHERE key = ?', [key])
    } else if (from !== from_line) {
      const moved = from - from_line
      await sql.run(
        `UPDATE findings SET from_line = from_line + ?, to_line = to_line + ?,
           other_line = other_line + ? WHERE key = ?`,
        [moved, moved, moved, key],
      )
    }
  }
}

/** Forgets what was found in the paths of versions that a redaction moves to another. */
export async function dropFindingsInPaths(
  { sql, storeKey }: StoreTransaction,
  sequences: readonly number[],
): Promise<void> {
  for (const part of chunked(sequences, VERSIONS_PER_QUERY)) {
    await sql.run(
      `DELETE FROM findings WHERE store_key = ? AND from_line = 0
         AND sequence IN (${part.map(() => '?').join(', ')})`,
      [storeKey, ...part],
    )
  }
}

const VERSIONS_PER_QUERY = 500

/**
 * Forgets what a memory has in common with others, unless that is known of a version after the
 * redacted one: then nothing of this one is in it.
 */
async function dropBands(sql: WriteSql, memoryKey: number, sequence: number): Promise<void> {
  await sql.run(
    `DELETE FROM memory_bands WHERE memory_key = ? AND NOT EXISTS (
       SELECT 1 FROM memories m JOIN store_scans x ON x.store_key = m.store_key
       WHERE m.key = ? AND m.head_sequence > ? AND x.signed_sequence >= m.head_sequence)`,
    [memoryKey, memoryKey, sequence],
  )
}
