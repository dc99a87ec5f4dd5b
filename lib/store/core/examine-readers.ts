import type { StoreTransaction } from './store-transaction'

/**
 * Has the changesets of sessions that read a memory from a sequence on examined again: that they
 * read what is in quarantine is a reason to look at what they wrote.
 */
export async function examineReaders(
  { sql }: StoreTransaction,
  { memoryKey, from }: { memoryKey: number; from: number },
): Promise<void> {
  await sql.run(
    `UPDATE changesets SET pending = 1, examined_sequence = 0, revision = revision + 1
     WHERE session_id IN (SELECT r.session_id FROM memory_reads r
       WHERE r.memory_key = ? AND r.session_id <> '' AND r.last_sequence >= ?)`,
    [memoryKey, from],
  )
}
