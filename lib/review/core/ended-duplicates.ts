import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { versionTexts } from '@/lib/store/version-texts'
import { turns } from '@/lib/turns'
import { NEARLY_SAME, shareOf } from '../near-duplicate'
import { distinctiveShingles } from './distinctive-shingles'

interface DuplicateRow {
  key: number
  head_sequence: number
  other_sequence: number | null
}

/** A finding that holds no more, since a version of its memory. */
export interface EndedDuplicate {
  key: number
  sequence: number
}

/** The standing findings of near duplicates, of or with these memories, that hold no more. */
export async function endedDuplicates(
  db: Database,
  input: { storeKey: number; memoryKeys: readonly number[]; signal?: AbortSignal | undefined },
): Promise<EndedDuplicate[]> {
  const { storeKey, memoryKeys, signal } = input
  const marks = memoryKeys.map(() => '?').join(', ')
  const rows = await db.bulk.until(signal).all<DuplicateRow>(
    `SELECT f.key, m.head_sequence, o.head_sequence AS other_sequence
     FROM findings f JOIN memories m ON m.key = f.memory_key
       LEFT JOIN memories o ON o.key = f.other_memory_key
     WHERE f.store_key = ? AND f.rule = 'near_duplicate' AND f.fixed_sequence IS NULL
       AND (f.memory_key IN (${marks}) OR f.other_memory_key IN (${marks}))`,
    [storeKey, ...memoryKeys, ...memoryKeys],
  )
  const sequences = rows.flatMap((row) => [row.head_sequence, row.other_sequence ?? []].flat())
  const texts = await versionTexts(db, { storeKey, sequences: [...new Set(sequences)], signal })
  const maybeYield = turns(signal)
  const ended: EndedDuplicate[] = []
  for (const { key, head_sequence: head, other_sequence: other } of rows) {
    const own = await distinctiveShingles(texts.get(head) ?? '', maybeYield)
    const share = other === null ? 0 : await shareOf(own, texts.get(other), maybeYield)
    if (share < NEARLY_SAME) ended.push({ key, sequence: head })
    await maybeYield()
  }
  return ended
}

export async function fixEnded(
  tx: WriteSql,
  storeKey: number,
  ended: readonly EndedDuplicate[],
): Promise<void> {
  for (const { key, sequence } of ended) {
    await tx.run(
      `UPDATE findings SET fixed_sequence = ?,
         status = CASE WHEN status = 'open' THEN 'fixed' ELSE status END
       WHERE key = ? AND fixed_sequence IS NULL`,
      [sequence, key],
    )
  }
  tx.touch(storeKey)
}
