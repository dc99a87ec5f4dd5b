import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { followOpenWork } from './follow-open-work'
import { recountMemories, sumUp } from './sql/changeset-counts'

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
    await recountMemories(tx, changesetKey, keys)
  }
  await sumUp(tx, changesetKey)
  await followOpenWork(tx, changesetKey)
}
