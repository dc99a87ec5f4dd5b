import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import type { AddedLine } from '@/lib/scan/finding'
import { hygieneFindings } from '@/lib/scan/hygiene'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { memoryLinks } from '@/lib/text/memory-links'
import { turns } from '@/lib/turns'
import type { MemoryFinding } from '../model/finding'
import { NEARLY_SAME, shareOf, distinctiveShingles } from './near-duplicate'

/** What makes lines age badly: of the store as it is now, and of today. */
export async function hygieneIn(
  db: Database,
  storeKey: number,
  { path, lines }: { path: string; lines: readonly AddedLine[] },
): Promise<MemoryFinding[]> {
  const linked = new Set(
    lines.flatMap(({ text }) => memoryLinks(path, text).flatMap((link) => link.paths)),
  )
  const there = await livePaths(db, storeKey, [...linked])
  return hygieneFindings({ path, lines, exists: (each) => there.has(each), now: Date.now() })
}

const PATHS_PER_QUERY = 500

async function livePaths(
  db: Database,
  storeKey: number,
  paths: readonly string[],
): Promise<Set<string>> {
  const asked = paths.slice(0, PATHS_PER_QUERY)
  if (asked.length === 0) return new Set()
  const rows = await db.read.all<{ path: string }>(
    `SELECT path FROM path_nodes WHERE store_key = ? AND entry IS NOT NULL
       AND path IN (${asked.map(() => '?').join(', ')})`,
    [storeKey, ...asked],
  )
  // Links beyond the most asked about are taken to be alive.
  return new Set([...rows.map((row) => row.path), ...paths.slice(PATHS_PER_QUERY)])
}

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
