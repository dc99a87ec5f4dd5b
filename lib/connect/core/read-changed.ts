import type { KnownFile } from './folder-files'
import { formerPaths } from './gone-files'
import { type FileRead, readWatchedFile } from './read-file'
import type { Walked } from './walk-folder'
import type { WatchedFolder } from './watched-folder'

/** Files written in one transaction. */
export const FILES_AT_ONCE = 64
const BYTES_AT_ONCE = 1024 * 1024

/** A file that was read. */
export interface ReadFile {
  path: string
  file: KnownFile
  content: string
  /** the path that it had before */
  from: string | null
  /** when it was found; milliseconds since 1970 */
  foundAt: number
}

/**
 * Reads what is other than it is known, as much at a time as one transaction takes. `gone`: files that
 * were missed; those that are found at another path count as gone no more.
 */
export async function* readChanged(
  folder: WatchedFolder,
  walked: Walked,
  { gone, foundAt }: { gone: Map<string, KnownFile>; foundAt: number },
): AsyncGenerator<ReadFile[]> {
  const former = formerPaths(gone)
  let together: ReadFile[] = []
  let bytes = 0
  for (const [path, stat] of walked.files) {
    await folder.maybeYield()
    if (folder.files.isUnchanged(path, stat)) continue
    const read = await readAt(folder, path)
    if (read.kind !== 'text') continue
    const { content, sha256 } = read
    const file: KnownFile = { ...read.stat, sha256 }
    const from = folder.files.known.has(path) ? null : former(file)
    together.push({ path, file, content, from, foundAt })
    bytes += stat.size
    if (together.length < FILES_AT_ONCE && bytes < BYTES_AT_ONCE) continue
    yield together
    together = []
    bytes = 0
  }
  if (together.length > 0) yield together
}

/** Reads a file. Lists it if it cannot be a memory; looks at it again if it is half written. */
async function readAt(folder: WatchedFolder, path: string): Promise<FileRead> {
  const { files, mostBytes, maybeYield } = folder
  const read = await readWatchedFile(folder.fileAt(path), mostBytes, maybeYield)
  files.admit(path)
  if (read.kind === 'moving') files.lookAgainAt(path)
  if (read.kind === 'unwatched') {
    files.refuse(path, { reason: read.reason, stat: read.stat, isByStore: false })
  }
  return read
}
