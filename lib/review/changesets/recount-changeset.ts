import type { WriteSql } from '@/lib/db/sql'
import { followOpenWork } from '@/lib/store/events/follow-open-work'
import { chunked } from '@/lib/text/chunked'
import type { Reason } from '../model/attention'
import { hunksWithReasons, putReasons, recountMemories, sumUp } from './sql/memories'
import { storedHunks } from './stored-hunks'

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

/** Counts how many hunks of a changeset each reason names. */
export async function recountReasons(tx: WriteSql, changesetKey: number): Promise<void> {
  const reasons = reasonsIn(await hunksWithReasons(tx, changesetKey))
  const counted = { names: Object.keys(reasons), text: JSON.stringify(reasons) }
  await putReasons(tx, changesetKey, counted)
}

function reasonsIn(rows: readonly { hunks: string }[]): Partial<Record<Reason, number>> {
  const counts: Partial<Record<Reason, number>> = {}
  for (const { hunks } of rows) {
    for (const { reasons } of storedHunks(hunks)) {
      for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
    }
  }
  return counts
}
