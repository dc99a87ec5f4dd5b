import type { Database } from '@/lib/db/database'
import type { AddedLine } from '@/lib/scan/finding'
import { hygieneFindings } from '@/lib/scan/hygiene'
import { memoryLinks } from '@/lib/text/memory-links'
import type { MemoryFinding } from '../model/finding'
import { livePaths } from './sql/near-duplicates'

/** Finds what makes lines age badly, judged by the store as it is now and by today's date. */
export async function hygieneIn(
  db: Database,
  storeKey: number,
  { path, lines }: { path: string; lines: readonly AddedLine[] },
): Promise<MemoryFinding[]> {
  const linked = new Set(
    lines.flatMap(({ text }) => memoryLinks(path, text).flatMap((link) => link.paths)),
  )
  const there = await existingPaths(db, storeKey, [...linked])
  return hygieneFindings({ path, lines, exists: (each) => there.has(each), now: Date.now() })
}

const PATHS_PER_QUERY = 500

async function existingPaths(
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
