import type { Database } from '@/lib/db/database'
import { blameMemory } from '@/lib/store/versions/blame-memory'
import type { PlannedMemory } from './cause-plan'
import { wordsIn } from './words-in'

/** Lines of a memory that are hidden together. */
export interface LineItem {
  /** from 1, inclusive */
  readonly from: number
  readonly to: number
  /** the higher, the sooner it is suspected */
  readonly suspicion: number
  /** the version that wrote them */
  readonly writtenBy: string
}

/** The most suspect first; of equal ones the first in the memory. */
export function inOrder(items: readonly LineItem[]): LineItem[] {
  return items.toSorted((one, other) => other.suspicion - one.suspicion || one.from - other.from)
}

/** The lines of a hunk, one by one. */
export function linesOf({ from, to, suspicion, writtenBy }: LineItem): LineItem[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    from: from + index,
    to: from + index,
    suspicion,
    writtenBy,
  }))
}

/** The hunks of a version that one version wrote each; those with words of the answer, then the newest, first. */
export async function hunksOf(
  db: Database,
  { storeId, memoryId, versionId }: PlannedMemory,
  answer: readonly string[],
): Promise<LineItem[]> {
  const runs = await blameMemory(db, { storeId, memoryId, versionId })
  const said = wordsIn(answer.join('\n'))
  return runs.flatMap(({ line, lines, version }) => {
    const last = lines.findLastIndex((text) => text.trim() !== '')
    if (last === -1) return []
    const shared = [...wordsIn(lines.join('\n'))].filter((word) => said.has(word)).length
    // Words weigh more than any age: sequences are below 2^53 / 1000.
    const suspicion = shared * 1e12 + version.sequence
    return [{ from: line, to: line + last, suspicion, writtenBy: version.id }]
  })
}
