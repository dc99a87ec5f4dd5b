import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import { chunked } from '@/lib/text/chunked'

const MEMORIES_PER_WRITE = 200

/**
 * Has the open changesets that changed these memories examined again, from the first of these on: a
 * scan found something in them that their hunks do not name.
 */
export async function examineFoundAgain(
  db: Database,
  storeKey: number,
  memoryKeys: Iterable<number>,
): Promise<void> {
  for (const part of chunked([...memoryKeys], MEMORIES_PER_WRITE)) {
    await db.write((tx) => examineAgain(tx, storeKey, part))
  }
}

async function examineAgain(
  tx: WriteSql,
  storeKey: number,
  memoryKeys: readonly number[],
): Promise<void> {
  const rows = await tx.all<{ changeset_key: number; first: number }>(
    `SELECT changeset_key, min(through_sequence) AS first FROM changeset_memories
     WHERE memory_key IN (${memoryKeys.map(() => '?').join(', ')}) AND open_hunks > 0
     GROUP BY changeset_key ORDER BY changeset_key`,
    memoryKeys,
  )
  for (const { changeset_key, first } of rows) {
    await tx.run(
      `UPDATE changesets SET pending = 1, revision = revision + 1,
         examined_sequence = CASE WHEN examined_sequence < ? THEN examined_sequence ELSE ? END
       WHERE key = ?`,
      [Number(first), Number(first) - 1, changeset_key],
    )
    await addChangesetUpdated(tx, changeset_key)
  }
  if (rows.length > 0) tx.touch(storeKey)
}
