import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import { chunked } from '@/lib/text/chunked'
import { examineFrom, openChangesetsOf } from './sql/scans'

const MEMORIES_PER_WRITE = 200

/**
 * Marks the open changesets that changed these memories to be examined again, from the first of
 * these changes on: a scan found something in them that their hunks do not name.
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
  const changesets = await openChangesetsOf(tx, memoryKeys)
  for (const changeset of changesets) {
    await examineFrom(tx, changeset)
    await addChangesetUpdated(tx, changeset.changesetKey)
  }
  if (changesets.length > 0) tx.touch(storeKey)
}
