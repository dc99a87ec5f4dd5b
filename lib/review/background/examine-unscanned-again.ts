import type { Database } from '@/lib/db/database'
import { examineFromStart, unscannedChangesets } from './sql/due-work'

/** A text that stops the scanner each time stays unscanned: it is not tried for ever. */
const MAX_TRIES = 5

const BATCH_SIZE = 20

/**
 * Marks open changesets in which something was not scanned to be examined again: the machine may
 * have been too busy for its scanner. `tries` counts the attempts by the changeset's key; it lasts
 * as long as the process, so that each start tries anew. Returns whether there is any.
 */
export async function examineUnscannedAgain(
  db: Database,
  tries: Map<number, number>,
): Promise<boolean> {
  const rows = await unscannedChangesets(db.bulk)
  const keys = rows
    .map(({ key }) => key)
    .filter((key) => (tries.get(key) ?? 0) < MAX_TRIES)
    .slice(0, BATCH_SIZE)
  if (keys.length === 0) return false
  for (const key of keys) tries.set(key, (tries.get(key) ?? 0) + 1)
  await db.write((tx) => examineFromStart(tx, keys))
  return true
}
