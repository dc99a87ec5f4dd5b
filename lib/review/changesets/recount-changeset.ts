import type { WriteSql } from '@/lib/db/sql'
import { followOpenWork } from '@/lib/store/events/follow-open-work'
import { chunked } from '@/lib/text/chunked'
import type { Reason } from '../model/attention'
import type { ExaminedHunk } from '../model/changeset'

const MEMORIES_PER_STATEMENT = 200

/**
 * Counts what is undecided in these memories of a changeset, and in the changeset, and opens or
 * closes it by that.
 */
export async function recountChangeset(
  tx: WriteSql,
  changesetKey: number,
  memoryKeys: readonly number[],
): Promise<void> {
  for (const keys of chunked(memoryKeys, MEMORIES_PER_STATEMENT)) {
    await tx.run(
      `UPDATE changeset_memories SET open_hunks = hunk_count - (
         SELECT count(*) FROM hunk_decisions d
         WHERE d.changeset_key = changeset_memories.changeset_key
           AND d.memory_key = changeset_memories.memory_key
           AND d.through_sequence = changeset_memories.through_sequence)
       WHERE changeset_key = ? AND memory_key IN (${keys.map(() => '?').join(', ')})`,
      [changesetKey, ...keys],
    )
    // A decision that was taken back opens all of it: which version it stems from is not kept.
    await tx.run(
      `UPDATE changeset_memories SET reviewed_sequence = CASE
         WHEN open_hunks = 0 THEN through_sequence
         WHEN reviewed_sequence < through_sequence THEN reviewed_sequence ELSE 0 END
       WHERE changeset_key = ? AND memory_key IN (${keys.map(() => '?').join(', ')})`,
      [changesetKey, ...keys],
    )
  }
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
  await followOpenWork(tx, changesetKey)
}

/** Counts how many hunks of a changeset each reason names. */
export async function recountReasons(tx: WriteSql, changesetKey: number): Promise<void> {
  const rows = await tx.all<{ hunks: string }>(
    'SELECT hunks FROM changeset_memories WHERE changeset_key = ? AND level > 0',
    [changesetKey],
  )
  const reasons = reasonsIn(rows)
  await tx.run('UPDATE changesets SET reasons = ? WHERE key = ?', [
    JSON.stringify(reasons),
    changesetKey,
  ])
  const names = Object.keys(reasons)
  await tx.run('DELETE FROM changeset_reasons WHERE changeset_key = ?', [changesetKey])
  if (names.length === 0) return
  await tx.run(
    `INSERT INTO changeset_reasons (changeset_key, reason)
     VALUES ${names.map(() => '(?, ?)').join(', ')}`,
    names.flatMap((name) => [changesetKey, name]),
  )
}

function reasonsIn(rows: readonly { hunks: string }[]): Partial<Record<Reason, number>> {
  const counts: Partial<Record<Reason, number>> = {}
  for (const { hunks } of rows) {
    for (const { reasons } of JSON.parse(hunks) as ExaminedHunk[]) {
      for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
    }
  }
  return counts
}
