import type { Database } from '@/lib/db/database'
import { countLines, type LineCounts } from '@/lib/text/text-diff'
import { turns } from '@/lib/turns'
import { findStore } from './core/store-transaction'
import { CONTENTS_PER_PAGE, readContents, storedText } from './core/stored-content'
import type { MemoryChange, VersionSummary } from './model/memory-change'

export interface CountChangedLinesInput {
  storeId: string
  changes: readonly MemoryChange<VersionSummary>[]
  /** the most content to read, in bytes */
  mostBytes: number
  /** for a caller that leaves: aborts the count with the signal's reason */
  signal?: AbortSignal | undefined
}

/** Memories whose contents are held at once. */
const MEMORIES_PER_PAGE = CONTENTS_PER_PAGE / 2

/**
 * How many lines each of these changes added and removed, by memory; without those of which a side
 * is damaged. The required reading is
 * computed first: null if it is too much. Refuses `store_not_found`.
 */
export async function countChangedLines(
  db: Database,
  { storeId, changes, mostBytes, signal }: CountChangedLinesInput,
): Promise<Map<string, LineCounts> | null> {
  const differing = changes.filter(({ before, after }) => before?.sha256 !== after?.sha256)
  const bytes = differing.reduce(
    (sum, { before, after }) => sum + sizeOf(before) + sizeOf(after),
    0,
  )
  if (bytes > mostBytes) return null
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const store = await findStore(sql, storeId)
  // Memories that were only renamed stay at zero.
  const counts = new Map(changes.map(({ memoryId }) => [memoryId, { added: 0, removed: 0 }]))
  for (let from = 0; from < differing.length; from += MEMORIES_PER_PAGE) {
    const some = differing.slice(from, from + MEMORIES_PER_PAGE)
    const states = some.flatMap(({ before, after }) => [before, after])
    const sequences = states.flatMap((state) => (state ? [state.sequence] : []))
    const contents = await readContents(sql, store.key, sequences, maybeYield)
    const textOf = (state: VersionSummary | null) =>
      (state && storedText(contents.get(state.sequence))) ?? ''
    for (const { memoryId, before, after } of some) {
      const [was, is] = [textOf(before), textOf(after)]
      if (typeof was === 'string' && typeof is === 'string')
        counts.set(memoryId, countLines(was, is))
      else counts.delete(memoryId)
      await maybeYield()
    }
  }
  return counts
}

function sizeOf(state: VersionSummary | null): number {
  return state?.size ?? 0
}
