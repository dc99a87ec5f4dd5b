import type { WriteSql } from '@/lib/db/sql'
import type { Reason } from '../model/attention'
import { hunksWithReasons, putReasons } from './sql/memories'
import { storedHunks } from './stored-hunks'

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
