import { lstat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { tokensInUse } from '../sql/outbox'
import type { WatchedFolder } from './watched-folder'
import { besideNames, holdParent, isOfDisk } from './write-file'

/** Whoever still writes a file beside another one has done so by then. Milliseconds. */
const WRITTEN_BY_MS = 60_000

/**
 * Removes what an ended process had written beside a file and never put in its place. `found`: files
 * of ours that a look at the folder found.
 */
export async function removeLeftBehind(
  folder: WatchedFolder,
  found: readonly string[],
): Promise<void> {
  const fresh = found.filter((memoryPath) => memoryPath.endsWith('.new'))
  if (fresh.length === 0) return
  const rows = await tokensInUse(folder.db.read, folder.row.key)
  const inUse = new Set(rows.map(({ token }) => besideNames(token).fresh))
  for (const memoryPath of fresh) {
    if (inUse.has(path.posix.basename(memoryPath))) continue
    await removeIfOld(folder, memoryPath).catch((error: unknown) => {
      if (!isOfDisk(error)) throw error
    })
    await folder.maybeYield()
  }
}

async function removeIfOld({ row }: WatchedFolder, memoryPath: string): Promise<void> {
  const held = await holdParent(row.location, memoryPath)
  try {
    const file = held.at(path.posix.basename(memoryPath))
    const stats = await lstat(file)
    if (stats.isFile() && stats.mtimeMs < Date.now() - WRITTEN_BY_MS) await unlink(file)
  } finally {
    await held.close()
  }
}
