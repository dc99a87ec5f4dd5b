import type { WriteSql } from '@/lib/db/sql'

/** Opens and closes changesets: agents' writes and their examination lead to it. */

/**
 * Opens or closes a changeset, by whether it has anything left to decide, unless its last changes
 * are not examined.
 */
export async function setState(tx: WriteSql, changesetKey: number): Promise<void> {
  await tx.run(
    `UPDATE changesets SET state = CASE WHEN open_hunks = 0 AND NOT EXISTS (
         SELECT 1 FROM hunk_decisions d CROSS JOIN changeset_memories m
         WHERE d.changeset_key = changesets.key AND d.decision <> 'accepted'
           AND d.applied_at IS NULL AND m.changeset_key = d.changeset_key
           AND m.memory_key = d.memory_key AND m.through_sequence = d.through_sequence)
         AND NOT EXISTS (
         SELECT 1 FROM proposals p
         WHERE p.changeset_key = changesets.key AND p.state = 'waiting')
         AND NOT EXISTS (
         SELECT 1 FROM comments k WHERE k.changeset_key = changesets.key AND k.status = 'open'
           AND k.answered_sequence IS NOT NULL)
         THEN 'done' WHEN state = 'snoozed' THEN 'snoozed' ELSE 'open' END
     WHERE key = ? AND examined_sequence >= last_sequence`,
    [changesetKey],
  )
}

/** One that is done does not come back by itself. */
export async function wakeNoMore(tx: WriteSql, changesetKey: number): Promise<void> {
  await tx.run(
    `UPDATE changesets SET snoozed_until = NULL
     WHERE key = ? AND state = 'done' AND snoozed_until IS NOT NULL`,
    [changesetKey],
  )
}
