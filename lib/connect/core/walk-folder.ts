import path from 'node:path'
import { memoryPathProblem } from '@/lib/text/memory-path'
import { type DiskReach, isInReach } from '@/lib/transfer/disk-reach'
import { listFolder } from '@/lib/transfer/open-on-disk'
import type { UnwatchedFile, UnwatchedReason } from '../model/connection'
import { type FileStat, fileStat } from './file-stat'
import { isCloudPlaceholder, isConflictCopy, OWN_PREFIX } from './ignored-names'
import { statAt } from './local-disk'
import { diskCode } from './read-file'
import type { WatchedPaths } from './watched-paths'

/** The findings of a look at a folder, without reading any file. */
export interface Walked {
  /** by the memory's path */
  files: Map<string, FileStat>
  unwatched: UnwatchedFile[]
  /** folders that could not be listed: nothing is known of what lies below */
  unread: string[]
  /** files of ours that lie beside watched ones */
  own: string[]
  /** another disk is mounted in it */
  hasOtherDisk: boolean
}

export interface Walk {
  /** absolute, links resolved */
  root: string
  reach: DiskReach
  maybeYield: () => Promise<void>
  isWatched: WatchedPaths
  /** of the folder that is looked at (`localDevice`); null or left out: it may be slow to answer */
  device?: bigint | null
}

/** The root itself cannot be listed. */
export class RootUnreadableError extends Error {
  override readonly name = 'RootUnreadableError'

  constructor(readonly isMissing: boolean) {
    super('the folder cannot be listed')
  }
}

export const emptyWalk = (): Walked => ({
  files: new Map(),
  unwatched: [],
  unread: [],
  own: [],
  hasOtherDisk: false,
})

/** Looks at all files of a folder. Throws `RootUnreadableError`. */
export async function walkFolder(walk: Walk): Promise<Walked> {
  const walked = emptyWalk()
  try {
    await walkBelow(walk, '', walked)
  } catch (error) {
    if (error instanceof UnlistedError) throw new RootUnreadableError(error.isMissing)
    throw error
  }
  return walked
}

class UnlistedError extends Error {
  constructor(readonly isMissing: boolean) {
    super('a folder cannot be listed')
  }
}

/** Adds what lies below a folder. Throws if the folder itself cannot be listed. */
async function walkBelow(walk: Walk, folder: string, walked: Walked): Promise<void> {
  const names: string[] = []
  try {
    for await (const { name } of listFolder(path.join(walk.root, folder))) {
      names.push(name)
      await walk.maybeYield()
    }
  } catch (error) {
    const code = diskCode(error)
    // A folder that became a link, or moved, while it was listed has a code of ours.
    if (code === null && !(error instanceof Error && error.name === 'NotReadError')) throw error
    throw new UnlistedError(code === 'ENOENT' || code === 'ENOTDIR')
  }
  for (const name of names) {
    const memoryPath = `${folder}/${name}`
    if (name.startsWith(OWN_PREFIX)) walked.own.push(memoryPath)
    else if (await isNamedInUtf8(walk, memoryPath)) await walkEntry(walk, memoryPath, walked)
    else walked.unwatched.push({ path: memoryPath, size: null, reason: 'bad_name' })
  }
}

/**
 * Returns whether a listed file can be opened by its name. Bytes that are not UTF-8 are listed as
 * U+FFFD, and nothing stands at that name.
 */
async function isNamedInUtf8(walk: Walk, memoryPath: string): Promise<boolean> {
  if (!path.posix.basename(memoryPath).includes('\ufffd') || !walk.isWatched(memoryPath))
    return true
  const stats = await statAt(path.join(walk.root, memoryPath), false).catch(diskCode)
  return stats !== 'ENOENT'
}

/** Adds what stands at a path: a file, or all that lies below a folder. */
export async function walkEntry(walk: Walk, memoryPath: string, walked: Walked): Promise<void> {
  await walk.maybeYield()
  const name = path.posix.basename(memoryPath)
  const unwatched = (reason: UnwatchedReason, size: number | null) =>
    walked.unwatched.push({ path: memoryPath, size, reason })
  if (isCloudPlaceholder(name)) {
    const beside = path.posix.join(path.posix.dirname(memoryPath), 'file')
    return walk.isWatched(beside) ? void unwatched('cloud_placeholder', null) : undefined
  }
  if (!walk.isWatched(memoryPath)) return
  const file = path.join(walk.root, memoryPath)
  const isLocal = walk.device !== null && walk.device !== undefined
  const stats = await statAt(file, isLocal).catch((error: unknown) => {
    const code = diskCode(error)
    if (code === null) throw error
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      walked.unread.push(memoryPath)
      unwatched('not_readable', null)
    }
    return null
  })
  if (!stats) return
  if (stats.isSymbolicLink()) return void unwatched('link', null)
  if (stats.isDirectory()) {
    // Another disk may be mounted there.
    const device = stats.dev === walk.device ? walk.device : null
    if (device === null) walked.hasOtherDisk = true
    return walkSubfolder({ ...walk, device }, memoryPath, walked)
  }
  if (!stats.isFile()) return void unwatched('not_regular_file', null)
  const stat = fileStat(stats)
  if (isConflictCopy(name)) return void unwatched('conflict_copy', stat.size)
  if (memoryPathProblem(memoryPath) !== null) return void unwatched('bad_name', stat.size)
  walked.files.set(memoryPath, stat)
}

async function walkSubfolder(walk: Walk, folder: string, walked: Walked): Promise<void> {
  if (!isInReach(path.join(walk.root, folder), walk.reach)) {
    walked.unwatched.push({ path: folder, size: null, reason: 'own_data' })
    return
  }
  try {
    await walkBelow(walk, folder, walked)
  } catch (error) {
    if (!(error instanceof UnlistedError)) throw error
    if (error.isMissing) return
    walked.unread.push(folder)
    walked.unwatched.push({ path: folder, size: null, reason: 'not_readable' })
  }
}

/**
 * Returns a test of whether a path is one of these, or lies below one; for many paths, at the cost
 * of its depth.
 */
export function liesIn(folders: readonly string[]): (memoryPath: string) => boolean {
  const among = new Set(folders)
  return (memoryPath) => {
    for (let at = memoryPath; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      if (among.has(at)) return true
    }
    return false
  }
}
