import { opendir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isOnDevice } from './file-stat'
import type { KnownFile } from './folder-files'
import type { WatchedFolder } from './watched-folder'

/** Files whose disk is asked for; the others went with them. */
const MAX_ASKED = 20

/** Returns whether the folder stands where it was connected. */
export async function isThere({ row: { location } }: WatchedFolder): Promise<boolean> {
  return (await realpath(location).catch(() => null)) === location
}

/**
 * Returns whether missing files were deleted, looked at after they were missed. They were not if
 * they all lay on a disk that is not mounted any more.
 */
export async function areDeleted(
  { row: { location } }: WatchedFolder,
  gone: ReadonlyMap<string, KnownFile>,
): Promise<boolean> {
  for (const [memoryPath, { fileId }] of [...gone].slice(0, MAX_ASKED)) {
    if (!(await isUnmounted(location, memoryPath, fileId))) return true
  }
  return false
}

/** The place where a disk was mounted is empty, and on another one. */
async function isUnmounted(root: string, memoryPath: string, fileId: string): Promise<boolean> {
  if (fileId === '') return false
  for (let at = path.posix.dirname(memoryPath); ; at = path.posix.dirname(at)) {
    const folder = path.join(root, at)
    const stats = await stat(folder, { bigint: true }).catch(() => null)
    if (stats) return !isOnDevice(fileId, stats.dev) && (await isEmptyFolder(folder))
    if (at === '/') return true
  }
}

/** Returns whether a folder holds nothing, as far as can be seen. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  const opened = await opendir(folder).catch(() => null)
  if (!opened) return true
  const first = await opened.read()
  await opened.close()
  return first === null
}
