import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { turns } from '@/lib/turns'
import { distinctiveShingles, NEARLY_SAME, shareOf } from './near-duplicate'
import { type DuplicateRow, fixDuplicate, followedDuplicates } from './sql/near-duplicates'
import { reopenFinding } from './sql/placed-findings'

interface ChangedMemories {
  storeKey: number
  memoryKeys: readonly number[]
  signal?: AbortSignal | undefined
}

/**
 * Fixes the findings of near duplicates, of or with these memories, that are none any more, and opens
 * those again that are: by a rollback, or by what a person wrote. What an agent wrote is examined.
 */
export async function followDuplicates(db: Database, changed: ChangedMemories): Promise<void> {
  const { storeKey } = changed
  const turned = await turnedDuplicates(db, changed)
  if (turned.length === 0) return
  await db.write(async (tx) => {
    for (const row of turned) await turn(tx, row)
    for (const subject of new Set(turned.map(({ memoryId }) => memoryId))) {
      await addReviewEvent(tx, { storeKey, type: 'findings.updated', subject })
    }
    tx.touch(storeKey)
  })
}

/** Finds the duplicates whose state is not what the two texts say. */
async function turnedDuplicates(
  db: Pick<Database, 'bulk'>,
  { storeKey, memoryKeys, signal }: ChangedMemories,
): Promise<DuplicateRow[]> {
  const rows = await followedDuplicates(db.bulk.until(signal), storeKey, memoryKeys)
  const sequences = rows.flatMap((row) => [row.headSequence, row.otherSequence ?? []].flat())
  const texts = await versionTexts(db, { storeKey, sequences: [...new Set(sequences)], signal })
  const maybeYield = turns(signal)
  const turned: DuplicateRow[] = []
  for (const row of rows) {
    const { headSequence: head, otherSequence: other } = row
    const own = await distinctiveShingles(texts.get(head) ?? '', maybeYield)
    const share = other === null ? 0 : await shareOf(own, texts.get(other), maybeYield)
    const isStanding = row.fixedSequence === null
    if (isStanding !== share >= NEARLY_SAME) turned.push(row)
    await maybeYield()
  }
  return turned
}

async function turn(tx: WriteSql, row: DuplicateRow): Promise<void> {
  const sequence = row.headSequence
  if (row.fixedSequence === null) await fixDuplicate(tx, row.key, sequence)
  else await reopenFinding(tx, row, { ...row, sequence })
}
