import { noteTotals } from '../sql/connection-notes'
import type { WatchedFolder } from './watched-folder'

/** Notes a folder's totals between two sweeps, if they are others than were noted. */
export async function noteNewTotals(folder: WatchedFolder): Promise<void> {
  const { row } = folder
  const { fileCount, byteSize } = folder.files.totals()
  if (fileCount === row.fileCount && byteSize === row.byteSize) return
  await folder.write((tx) => noteTotals(tx, { key: row.key, fileCount, byteSize }))
  row.fileCount = fileCount
  row.byteSize = byteSize
}
