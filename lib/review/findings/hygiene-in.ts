import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import type { AddedLine } from '@/lib/scan/finding'
import { hygieneFindings } from '@/lib/scan/hygiene'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { memoryLinks } from '@/lib/text/memory-links'
import { turns } from '@/lib/turns'
import type { MemoryFinding } from '../model/finding'
import { NEARLY_SAME, shareOf, distinctiveShingles } from './near-duplicate'
import { fixDuplicate, livePaths, standingDuplicates } from './sql/near-duplicates'

/** Finds what makes lines age badly, judged by the store as it is now and by today's date. */
export async function hygieneIn(
  db: Database,
  storeKey: number,
  { path, lines }: { path: string; lines: readonly AddedLine[] },
): Promise<MemoryFinding[]> {
  const linked = new Set(
    lines.flatMap(({ text }) => memoryLinks(path, text).flatMap((link) => link.paths)),
  )
  const there = await pathsThere(db, storeKey, [...linked])
  return hygieneFindings({ path, lines, exists: (each) => there.has(each), now: Date.now() })
}

const PATHS_PER_QUERY = 500

async function pathsThere(
  db: Database,
  storeKey: number,
  paths: readonly string[],
): Promise<Set<string>> {
  const asked = paths.slice(0, PATHS_PER_QUERY)
  if (asked.length === 0) return new Set()
  const rows = await livePaths(db.read, storeKey, asked)
  // Links beyond the most asked about are taken to be alive.
  return new Set([...rows.map((row) => row.path), ...paths.slice(PATHS_PER_QUERY)])
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
  const rows = await standingDuplicates(db.bulk.until(signal), storeKey, memoryKeys)
  const sequences = rows.flatMap((row) => [row.headSequence, row.otherSequence ?? []].flat())
  const texts = await versionTexts(db, { storeKey, sequences: [...new Set(sequences)], signal })
  const maybeYield = turns(signal)
  const ended: EndedDuplicate[] = []
  for (const { key, headSequence: head, otherSequence: other } of rows) {
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
  for (const { key, sequence } of ended) await fixDuplicate(tx, key, sequence)
  tx.touch(storeKey)
}
