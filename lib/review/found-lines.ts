import type { Database } from '@/lib/db/database'
import { PATH_LINE } from '@/lib/scan/finding'
import { versionTexts } from '@/lib/store/version-texts'
import { groupedBy } from '@/lib/text/grouped-by'
import { splitLines } from '@/lib/text/lines'
import { versionPaths } from './core/version-paths'

interface Row {
  id: string
  store_key: number
  sequence: number
  from_line: number
}

/**
 * The lines in which these findings begin, or the paths that they are in, by the findings' ids, as
 * they stand in the newest version that is known to have them; without those that a redaction took.
 */
export async function foundLines(
  db: Database,
  findingIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const lines = new Map<string, string>()
  if (findingIds.length === 0) return lines
  const rows = await db.read.all<Row>(
    `SELECT f.id, f.store_key, f.sequence, f.from_line FROM findings f
     WHERE f.id IN (${findingIds.map(() => '?').join(', ')})`,
    findingIds,
  )
  for (const [storeKey, found] of groupedBy(rows, (row) => row.store_key)) {
    const sequences = [...new Set(found.map(({ sequence }) => sequence))]
    const texts = await versionTexts(db, { storeKey, sequences, signal })
    const split = new Map([...texts].map(([sequence, text]) => [sequence, splitLines(text)]))
    const inPath = found.filter((row) => row.from_line === PATH_LINE)
    const paths = await versionPaths(
      db.read,
      storeKey,
      inPath.map(({ sequence }) => sequence),
    )
    for (const { id, sequence, from_line: line } of found) {
      const text = line === PATH_LINE ? paths.get(sequence) : split.get(sequence)?.[line - 1]
      if (text !== undefined) lines.set(id, text)
    }
  }
  return lines
}
