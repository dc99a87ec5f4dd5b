import { oneOf } from '@/lib/db/one-of'
import type { WriteSql } from '@/lib/db/sql'

/** Counts of undecided hunks in changesets, for the examiner, reviews and rollbacks. */

/** Has others who decide about a changeset wait until the transaction ends. */
export async function lockChangeset(tx: WriteSql, key: number): Promise<void> {
  await tx.get(`SELECT c.key FROM changesets c WHERE c.key = ? ${tx.forUpdate}`, [key])
}

/** Counts what is undecided in these memories of a changeset, and how far they are reviewed. */
export async function recountMemories(
  tx: WriteSql,
  changesetKey: number,
  memoryKeys: readonly number[],
): Promise<void> {
  await tx.run(
    `UPDATE changeset_memories SET open_hunks = hunk_count - (
       SELECT count(*) FROM hunk_decisions d
       WHERE d.changeset_key = changeset_memories.changeset_key
         AND d.memory_key = changeset_memories.memory_key
         AND d.through_sequence = changeset_memories.through_sequence)
     WHERE changeset_key = ? AND memory_key IN ${oneOf(memoryKeys)}`,
    [changesetKey, ...memoryKeys],
  )
  // A decision that was taken back opens all of it: which version it stems from is not kept.
  await tx.run(
    `UPDATE changeset_memories SET reviewed_sequence = CASE
       WHEN open_hunks = 0 THEN through_sequence
       WHEN reviewed_sequence < through_sequence THEN reviewed_sequence ELSE 0 END
     WHERE changeset_key = ? AND memory_key IN ${oneOf(memoryKeys)}`,
    [changesetKey, ...memoryKeys],
  )
}

/** Adds up in a changeset what is counted in its memories. */
export async function sumUp(tx: WriteSql, changesetKey: number): Promise<void> {
  await tx.run(
    `UPDATE changesets SET
       (memory_count, level, added_lines, removed_lines, lost_lines, hunk_count, open_hunks) = (
         SELECT count(*), coalesce(max(level), 0), coalesce(sum(added_lines), 0),
           coalesce(sum(removed_lines), 0), coalesce(sum(lost_lines), 0),
           coalesce(sum(hunk_count), 0), coalesce(sum(open_hunks), 0)
         FROM changeset_memories WHERE changeset_key = changesets.key),
       revision = revision + 1
     WHERE key = ?`,
    [changesetKey],
  )
}
