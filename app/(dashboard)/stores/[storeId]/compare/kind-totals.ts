import {
  type ChangeKind,
  kindOf,
  type MemoryChange,
  type VersionSummary,
} from '@/lib/store/model/memory-change'
import type { LineCounts } from '@/lib/text/text-diff'

/** The number of memories that changed in one way. */
export interface KindTotal {
  kind: ChangeKind
  memories: number
  /** null: not counted */
  lines: LineCounts | null
}

const KINDS = ['created', 'modified', 'renamed', 'deleted'] as const

/**
 * Counts the changed memories and lines of each kind of change. `lines`: by memory; null: not
 * counted.
 */
export function kindTotals(
  changes: readonly MemoryChange<VersionSummary>[],
  lines: ReadonlyMap<string, LineCounts> | null,
): KindTotal[] {
  return KINDS.map((kind) => {
    const ofKind = changes.filter((change) => kindOf(change) === kind)
    const counts = ofKind.flatMap(({ memoryId }) => lines?.get(memoryId) ?? [])
    return {
      kind,
      memories: ofKind.length,
      lines: lines && {
        added: counts.reduce((sum, { added }) => sum + added, 0),
        removed: counts.reduce((sum, { removed }) => sum + removed, 0),
      },
    }
  })
}
