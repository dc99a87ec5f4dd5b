import type { WriteSql } from '@/lib/db/sql'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { hunkValues } from './hunk-rows'
import { hunksOf, survivors } from '../hunks-of'
import { isSameHunk, type Hunk } from '../model/hunk'

/** A decision as it is stored: about a hunk of an earlier state of the changeset. */
export interface EarlierDecision extends Hunk {
  key: number
}

/** A decision that holds for a hunk of the present state as well. */
export interface CarriedDecision {
  key: number
  hunk: Hunk
}

/** Which decisions about an earlier state of a memory's change hold for the present one. */
export async function carriedDecisions(
  decisions: readonly EarlierDecision[],
  earlier: Pick<MemoryChange<MemoryText>, 'before' | 'after'>,
  present: Pick<MemoryChange<MemoryText>, 'before' | 'after'>,
): Promise<CarriedDecision[]> {
  const [before, now] = [await hunksOf(earlier), await hunksOf(present)]
  const surviving = await survivors(earlier, present)
  return decisions.flatMap(({ key, ...decided }) => {
    const index = before.findIndex((hunk) => isSameHunk(hunk, decided))
    const hunk = now[surviving.get(index) ?? -1]
    return hunk ? [{ key, hunk }] : []
  })
}

/** Stores where the carried decisions are now. */
export async function writeCarried(
  sql: WriteSql,
  through: number,
  carried: readonly CarriedDecision[],
): Promise<void> {
  for (const { key, hunk } of carried) {
    await sql.run(
      `UPDATE hunk_decisions SET through_sequence = ?, kind = ?, before_from = ?, before_count = ?,
         after_from = ?, after_count = ? WHERE key = ?`,
      [through, ...hunkValues(hunk), key],
    )
  }
}
