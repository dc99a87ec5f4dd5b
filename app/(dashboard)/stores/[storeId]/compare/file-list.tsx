import {
  kindOf,
  type MemoryChange,
  pathOf,
  type VersionSummary,
} from '@/lib/store/model/memory-change'
import type { LineCounts } from '@/lib/text/text-diff'
import { FileRows, type SentFile } from './file-rows'

type Change = MemoryChange<VersionSummary>

export interface FileListProps {
  changes: readonly Change[]
  /** by memory; null: not counted */
  lines: ReadonlyMap<string, LineCounts> | null
  /** the one whose difference is shown */
  chosen: string | null
  hrefOf: (memoryId: string) => string
}

/** Stands for the memory of an address, where its page puts it in. */
const NAMED = 'NAMED'

/** The changed memories by folder, each a link to its difference: see `FileRows`. */
export function FileList({ changes, lines, chosen, hrefOf }: FileListProps) {
  const [before = '', after = ''] = hrefOf(NAMED).split(NAMED)
  const sent = (change: Change): SentFile => {
    const path = pathOf(change)
    const counts = lines?.get(change.memoryId)
    const file = [
      change.memoryId,
      kindOf(change) ?? 'modified',
      path.slice(path.lastIndexOf('/') + 1),
    ] as const
    return counts ? [...file, counts.added, counts.removed] : file
  }
  return (
    <FileRows
      folders={foldersOf(changes).map(({ folder, files }) => [folder, files.map(sent)])}
      chosen={chosen}
      address={[before, after]}
    />
  )
}

/** Groups changes by folder, in the order of their first memories. */
function foldersOf(changes: readonly Change[]): { folder: string; files: Change[] }[] {
  const folders = new Map<string, Change[]>()
  for (const change of changes) {
    const path = pathOf(change)
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    folders.set(folder, [...(folders.get(folder) ?? []), change])
  }
  return [...folders].map(([folder, files]) => ({ folder, files }))
}
