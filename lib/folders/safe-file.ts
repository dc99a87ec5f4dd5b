import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sha256Hex } from '@/lib/text/content'
import { ancestorPaths } from '@/lib/text/memory-path'
import { diskCode, diskError, type DiskPort, type DiskStat } from './disk'
import type { Problem } from './model'
import { OWN_PREFIX } from './names'

/**
 * Files are written and removed so that nothing is lost that somebody else writes there at the same time,
 * whatever is killed when: the former file stays beside its place as `.palimpsest-<token>.old` until it was
 * looked at once more.
 */

export interface FileWrite {
  /** in the disk's spelling */
  name: string
  /** of what must stand there; null: nothing may */
  expected: string | null
  /** what is to stand there; null: nothing */
  wanted: Uint8Array | null
}

export type FileWritten =
  /** `kept`: the former file, which is looked at again before it goes */
  | { kind: 'written'; stat: DiskStat | null; kept: string | null }
  /** something else stands there: nothing was written, and the next pass decides */
  | { kind: 'changed' }
  /** somebody wrote between the steps: `kept` has what */
  | { kind: 'raced'; kept: string }
  | { kind: 'failed'; problem: Problem }

/** The largest file that is looked at before it is replaced; a larger one is never ours. */
export const MAX_BYTES = 16 * 1024 * 1024

/** By which a file beside another one is known to be that one's: the hash of its memory's path. */
const signOf = (memoryPath: string) => sha256Hex(memoryPath).slice(0, 16)

const KEPT = /^\.palimpsest-([0-9a-f]{16})[0-9a-f]{12}\.old$/

/** Whether a file that was kept is what stood at a memory's path; `name` with or without its folder. */
export const isKeptOf = (name: string, memoryPath: string): boolean =>
  KEPT.exec(path.posix.basename(name))?.[1] === signOf(memoryPath)

export const isKept = (name: string): boolean => KEPT.test(path.posix.basename(name))

/** Writes or removes the file of a memory. Never throws what the disk says. */
export async function writeSafely(
  disk: DiskPort,
  memoryPath: string,
  write: FileWrite,
): Promise<FileWritten> {
  const token = `${signOf(memoryPath)}${randomBytes(6).toString('hex')}`
  const beside = path.posix.join(path.posix.dirname(write.name), `${OWN_PREFIX}${token}`)
  const files = { fresh: `${beside}.new`, kept: `${beside}.old` }
  try {
    if (write.wanted === null) return await remove(disk, write, files.kept)
    await makeFolders(disk, write.name)
    const written = await put(disk, write, write.wanted, files)
    if (written.kind === 'changed') await disk.unlink(files.fresh).catch(() => {})
    return written
  } catch (error) {
    const code = diskCode(error)
    if (code === null) throw error
    await disk.unlink(files.fresh).catch(() => {})
    return code === 'ENOENT' ? { kind: 'changed' } : { kind: 'failed', problem: problemOf(code) }
  }
}

/** Gives a file another name where the disk takes both for one. */
export async function respell(disk: DiskPort, from: string, to: string): Promise<FileWritten> {
  try {
    await disk.rename(from, to)
    return { kind: 'written', stat: await disk.lstat(to), kept: null }
  } catch (error) {
    const code = diskCode(error)
    if (code === null) throw error
    return { kind: 'failed', problem: problemOf(code) }
  }
}

function problemOf(code: string): Problem {
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'not_writable'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full'
  if (code === 'ELOOP') return 'link_in_path'
  // `EBUSY`: something is mounted there.
  const isOccupied = ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'EBUSY'].includes(code)
  return isOccupied ? 'in_the_way' : 'disk_fault'
}

async function makeFolders(disk: DiskPort, name: string): Promise<void> {
  for (const folder of ancestorPaths(name)) {
    const found = await disk.lstat(folder)
    if (found?.kind === 'folder') continue
    if (found) throw diskError(found.kind === 'link' ? 'ELOOP' : 'ENOTDIR')
    await disk.mkdir(folder)
  }
}

interface Files {
  fresh: string
  kept: string
}

async function put(
  disk: DiskPort,
  { name, expected }: FileWrite,
  wanted: Uint8Array,
  { fresh, kept }: Files,
): Promise<FileWritten> {
  const before = await disk.lstat(name)
  if (before && before.kind !== 'file') {
    return { kind: 'failed', problem: before.kind === 'link' ? 'link_in_path' : 'in_the_way' }
  }
  if ((before === null) !== (expected === null)) return { kind: 'changed' }
  if (before && (await hashOf(disk, name)) !== expected) return { kind: 'changed' }
  await disk.create(fresh, wanted, before?.mode ?? null)
  if (!before) {
    try {
      await disk.link(fresh, name)
    } catch (error) {
      if (diskCode(error) === 'EEXIST') return { kind: 'changed' }
      throw error
    }
    await disk.unlink(fresh)
    return { kind: 'written', stat: await disk.lstat(name), kept: null }
  }
  await disk.link(name, kept)
  if (!(await disk.replace(fresh, name, before.id))) return { kind: 'changed' }
  const stat = await disk.lstat(name)
  const isRaced = (await hashOf(disk, kept)) !== expected
  return isRaced ? { kind: 'raced', kept } : { kind: 'written', stat, kept }
}

async function remove(
  disk: DiskPort,
  { name, expected }: FileWrite,
  kept: string,
): Promise<FileWritten> {
  const before = await disk.lstat(name)
  if (!before) return { kind: 'written', stat: null, kept: null }
  if (before.kind !== 'file' || (await hashOf(disk, name)) !== expected) return { kind: 'changed' }
  await disk.rename(name, kept)
  if ((await hashOf(disk, kept)) === expected) return { kind: 'written', stat: null, kept }
  await putBack(disk, kept, name)
  return { kind: 'changed' }
}

/** A file that was kept goes back to its place, unless another one stands there by now. */
export async function putBack(disk: DiskPort, kept: string, name: string): Promise<boolean> {
  try {
    await disk.link(kept, name)
    await disk.unlink(kept)
    return true
  } catch (error) {
    if (diskCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Null: it cannot be read, or changes. */
async function hashOf(disk: DiskPort, name: string): Promise<string | null> {
  const read = await disk.read(name, MAX_BYTES)
  return read.kind === 'bytes' ? read.sha256 : null
}

/** Removes folders that our removal emptied, from the inside out. */
export async function removeEmptied(disk: DiskPort, name: string): Promise<void> {
  for (const folder of ancestorPaths(name).toReversed()) {
    try {
      await disk.rmdir(folder)
    } catch (error) {
      if (diskCode(error) === null) throw error
      return
    }
  }
}
