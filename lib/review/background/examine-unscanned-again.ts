import type { Database } from '@/lib/db/database'

/** A text that stops the scanner each time stays unscanned: it is not tried for ever. */
const MAX_TRIES = 5

const BATCH_SIZE = 20

/**
 * Has open changesets examined again in which something was not scanned: a machine may have been too
 * busy for its scanner. `tries` counts how often each was, by its key; it lasts as long as the
 * process, so that each start tries anew. Returns whether there is any.
 */
export async function examineUnscannedAgain(
  db: Database,
  tries: Map<number, number>,
): Promise<boolean> {
  const rows = await db.bulk.all<{ key: number }>(
    `SELECT c.key FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.pending = 0 AND c.state <> 'done' AND c.reasons LIKE '%"unscanned"%'
       AND s.deleted_at IS NULL
     ORDER BY c.key DESC`,
  )
  const keys = rows
    .map(({ key }) => key)
    .filter((key) => (tries.get(key) ?? 0) < MAX_TRIES)
    .slice(0, BATCH_SIZE)
  if (keys.length === 0) return false
  for (const key of keys) tries.set(key, (tries.get(key) ?? 0) + 1)
  await db.write((tx) =>
    tx.run(
      `UPDATE changesets SET pending = 1, examined_sequence = 0
       WHERE pending = 0 AND key IN (${keys.map(() => '?').join(', ')})`,
      keys,
    ),
  )
  return true
}
