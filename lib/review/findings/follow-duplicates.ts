import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { commonShare } from '@/lib/text/min-hash'
import { turns } from '@/lib/turns'
import { NEARLY_SAME } from './near-duplicate'
import type { Shapes } from './shapes'
import { type DuplicateRow, fixDuplicate, followedDuplicates } from './sql/near-duplicates'
import { reopenFinding } from './sql/placed-findings'

interface ChangedMemories {
  storeKey: number
  memoryKeys: readonly number[]
  shapes: Shapes
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
  { storeKey, memoryKeys, shapes, signal }: ChangedMemories,
): Promise<DuplicateRow[]> {
  const rows = await followedDuplicates(db.bulk.until(signal), storeKey, memoryKeys)
  const sequences = rows.flatMap((row) => [row.headSequence, row.otherSequence ?? []].flat())
  const unknown = [...new Set(sequences)].filter((sequence) => !shapes.has({ storeKey, sequence }))
  const texts = await versionTexts(db, { storeKey, sequences: unknown, signal })
  const maybeYield = turns(signal)
  const shapeOf = async (sequence: number | null) =>
    sequence === null ? null : shapes.of({ storeKey, sequence }, texts.get(sequence), maybeYield)
  const turned: DuplicateRow[] = []
  for (const row of rows) {
    const [own, other] = [await shapeOf(row.headSequence), await shapeOf(row.otherSequence)]
    const share = own && other ? commonShare(own.shingles, other.shingles) : 0
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
