import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { turns } from '@/lib/turns'
import { repositoryOf } from '@/lib/text/git-folder'
import { MAX_PATH_SEGMENTS } from '@/lib/text/memory-path'
import { NAMES_FILE } from '@/lib/text/safe-names'
import { archivePath, isNamesFile, unescapedPath } from './archive-path'
import { type DiskReach, isInReach } from './disk-reach'
import { listFolder, NotReadError, openRegularFile, readAtMost } from './open-on-disk'
import { MAX_FILE_BYTES, MAX_SOURCE_BYTES, MAX_SOURCE_ENTRIES, TOO_LARGE_TO_READ } from './limits'
import { sortInTurns } from '@/lib/text/sort-in-turns'
import { inMoments, SourceError, type Source, type SourceChange } from './source'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import type { SourceProblem } from '@/lib/store/model/source-problem'

/**
 * All files in a folder of this machine, links resolved in its name. Links inside are not followed,
 * `.git` is left out.
 */
export function folderSource(folder: string, reach: DiskReach): Source {
  return {
    label: `folder:${folder}`,
    kind: 'snapshot',
    moments: (signal) => inMoments(memoriesBelow(folder, reach, signal)),
  }
}

/** An unpacked export of ours is recognized by the file that marks its names as escaped. */
async function* memoriesBelow(
  folder: string,
  reach: DiskReach,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  const areNamesEscaped = await lstat(path.join(folder, NAMES_FILE)).then(
    (found) => found.isFile(),
    () => false,
  )
  const pathOf = areNamesEscaped ? unescapedPath : archivePath
  for await (const change of filesBelow(folder, reach, signal)) {
    if (!isNamesFile(change.path)) yield { ...change, path: pathOf(change.path) }
  }
}

/**
 * The regular files below a folder, by relative path, and what is left out. Links are resolved in
 * `folder` and in the folders of `reach`.
 */
export async function* filesBelow(
  folder: string,
  reach: DiskReach,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  let entries = 0
  let bytes = 0
  const walk: Walk = {
    folder,
    reach,
    maybeYield: turns(signal),
    countEntry: () => {
      if (++entries > MAX_SOURCE_ENTRIES) {
        throw new SourceError({
          code: 'too_many_files',
          kind: 'folder',
          maximum: MAX_SOURCE_ENTRIES,
        })
      }
    },
  }
  for await (const change of changesBelow(walk, '')) {
    if (change.op === 'write') bytes += change.bytes.length
    if (bytes > MAX_SOURCE_BYTES) {
      throw new SourceError({ code: 'too_large', kind: 'folder', maximum: MAX_SOURCE_BYTES })
    }
    yield change
  }
}

/**
 * No memory lies deeper than the limit on path segments; a long name is split over folders
 * (lib/text/safe-names).
 */
const MAX_DEPTH = MAX_PATH_SEGMENTS + 5

interface Walk {
  folder: string
  reach: DiskReach
  maybeYield: () => Promise<void>
  countEntry: () => void
}

interface Found {
  name: string
  kind: 'file' | 'folder' | 'other'
}

async function* changesBelow(walk: Walk, directory: string): AsyncGenerator<SourceChange> {
  let entries: Found[]
  try {
    entries = await entriesOf(walk, directory)
  } catch (error) {
    const reason = reasonOf(error)
    if (directory === '') throw new SourceError(rootProblem(walk.folder, reason))
    yield { op: 'skip', path: directory, reason }
    return
  }
  for (const { name, kind } of entries) {
    await walk.maybeYield()
    const memoryPath = `${directory}/${name}`
    if (repositoryOf(name) !== null) continue
    if (kind === 'file') yield await fileAt(walk, memoryPath)
    else if (kind === 'other') yield skipped(memoryPath, { code: 'not_regular_file' })
    else yield* folderAt(walk, memoryPath)
  }
}

async function* folderAt(walk: Walk, memoryPath: string): AsyncGenerator<SourceChange> {
  if (!isInReach(path.join(walk.folder, memoryPath), walk.reach)) {
    yield skipped(memoryPath, { code: 'own_data' })
  } else if (memoryPath.split('/').length > MAX_DEPTH) {
    yield skipped(memoryPath, { code: 'too_deep', maximum: MAX_DEPTH })
  } else yield* changesBelow(walk, memoryPath)
}

async function entriesOf(walk: Walk, directory: string): Promise<Found[]> {
  const entries: Found[] = []
  for await (const entry of listFolder(path.join(walk.folder, directory))) {
    walk.countEntry()
    const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other'
    entries.push({ name: entry.name, kind })
    await walk.maybeYield()
  }
  return sortInTurns(entries, (one, other) => (one.name < other.name ? -1 : 1), walk.maybeYield)
}

async function fileAt({ folder }: Walk, memoryPath: string): Promise<SourceChange> {
  try {
    const handle = await openRegularFile(path.join(folder, memoryPath))
    try {
      const bytes = await readAtMost(handle, MAX_FILE_BYTES)
      if (!bytes) return skipped(memoryPath, TOO_LARGE_TO_READ)
      return { op: 'write', path: memoryPath, bytes }
    } finally {
      await handle.close()
    }
  } catch (error) {
    return skipped(memoryPath, reasonOf(error))
  }
}

const skipped = (memoryPath: string, reason: SeedReason): SourceChange => ({
  op: 'skip',
  path: memoryPath,
  reason,
})

/** Returns the reason that the named folder itself was not read. */
function rootProblem(path: string, reason: SeedReason): SourceProblem {
  if (reason.code === 'cannot_be_read') return { code: 'unreadable', path, errno: reason.errno }
  return { code: reason.code === 'moved_while_read' ? 'moved_while_read' : 'not_a_folder', path }
}

/** Returns the reason that something was not read; rethrows errors that are not the disk's. */
function reasonOf(error: unknown): SeedReason {
  if (error instanceof NotReadError) return error.reason
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return { code: 'cannot_be_read', errno: String(error.code) }
  }
  throw error
}
