import type { StoreTransaction } from './store-transaction'

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
export async function forgetDecided(
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
