import { noteTotals } from '../sql/connection-notes'
import { type WatchedFolder, writeHeld } from './watched-folder'

/** How many files of a folder are memories, and their size together in bytes. */
export function totalsOf({ known }: WatchedFolder): { fileCount: number; byteSize: number } {
  let byteSize = 0
  for (const { size } of known.values()) byteSize += size
  return { fileCount: known.size, byteSize }
}

/** Notes them between two sweeps, if they are others than were noted. */
export async function noteNewTotals(folder: WatchedFolder): Promise<void> {
  const { row } = folder
  const { fileCount, byteSize } = totalsOf(folder)
  if (fileCount === row.fileCount && byteSize === row.byteSize) return
  await writeHeld(folder, (tx) => noteTotals(tx, { key: row.key, fileCount, byteSize }))
  row.fileCount = fileCount
  row.byteSize = byteSize
}
