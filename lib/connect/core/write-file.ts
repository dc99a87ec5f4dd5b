import { constants, lstatSync, renameSync } from 'node:fs'
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  unlink,
} from 'node:fs/promises'
import path from 'node:path'
import { sha256Hex } from '@/lib/text/content'
import { openRegularFile, readAtMost } from '@/lib/transfer/open-on-disk'
import type { OutboxProblem } from '../model/connection'
import { type FileStat, fileStat } from './file-stat'
import { OWN_PREFIX } from './ignored-names'
import { diskCode } from './read-file'

/** A file that is to be written, in a folder whose path has its links resolved. */
export interface FileWrite {
  root: string
  memoryPath: string
  /** hash of what the file must hold; null: there must be none */
  base: string | null
  /** what it is to hold; null: it is to be deleted */
  wanted: Buffer | null
  /** random characters that name the files beside it, so that a later process finds them */
  token: string
  /** called between the steps */
  atStep: (step: string) => Promise<void>
}

/** What came of a write. Whatever lies beside the file then is the caller's to look at and remove. */
export type FileWritten =
  /** `hasBackup`: the former file lies beside it and must be looked at again */
  | { kind: 'written'; stat: FileStat | null; hasBackup: boolean }
  /** it does not hold the base: nothing was written */
  | { kind: 'changed' }
  /** somebody wrote between the steps: the backup holds what */
  | { kind: 'raced'; stat: FileStat | null }
  | { kind: 'failed'; problem: OutboxProblem }

/** The files beside the one that is written. */
export interface BesideFiles {
  fresh: string
  backup: string
}

export function besideFiles(file: string, token: string): BesideFiles {
  const beside = path.join(path.dirname(file), `${OWN_PREFIX}${token}`)
  return { fresh: `${beside}.new`, backup: `${beside}.old` }
}

/** The largest file that is looked at before it is replaced; a larger one is never ours. */
const MOST_BYTES = 16 * 1024 * 1024

/** Hash of a file; null: there is none, or nothing that could be a memory. */
export async function hashOf(file: string): Promise<string | null> {
  const bytes = await bytesOf(file)
  return bytes && sha256Hex(bytes)
}

/** What a file holds; null: there is none, or it is too large for a memory. */
export async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    const handle = await openRegularFile(file)
    try {
      return await readAtMost(handle, MOST_BYTES)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = diskCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/**
 * Writes or deletes a file so that nothing is lost that somebody else writes there at the same time
 * (docs/decisions/0024-the-file-is-the-head.md). Never throws what the disk says.
 */
export async function writeFileSafely(write: FileWrite): Promise<FileWritten> {
  const file = path.join(write.root, write.memoryPath)
  const beside = besideFiles(file, write.token)
  try {
    await write.atStep('check the path')
    const problem = await parentsProblem(write)
    if (problem !== null) return { kind: 'failed', problem }
    await write.atStep('check the file')
    if ((await hashIfRegular(file)) !== write.base) return { kind: 'changed' }
    if (write.wanted === null) return await remove(write, file, beside)
    return await replace(write, write.wanted, file, beside)
  } catch (error) {
    const code = diskCode(error)
    if (code === null && !(error instanceof Error && error.name === 'NotReadError')) throw error
    if (code === 'ENOENT') return { kind: 'changed' }
    return { kind: 'failed', problem: problemOf(code) }
  }
}

function problemOf(code: string | null): OutboxProblem {
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'not_writable'
  if (code === 'ELOOP' || code === null) return 'link_in_path'
  if (code === 'ENOTDIR' || code === 'EISDIR') return 'in_the_way'
  return 'disk_fault'
}

/** A link in the place of the file is something else than what was agreed about. */
async function hashIfRegular(file: string): Promise<string | null> {
  const stats = await lstat(file).catch(() => null)
  if (!stats) return null
  return stats.isFile() ? hashOf(file) : 'not a file'
}

/** Makes missing folders above a new file, and refuses any link among them. */
async function parentsProblem({
  root,
  memoryPath,
  wanted,
}: FileWrite): Promise<OutboxProblem | null> {
  if ((await realpath(root)) !== root) return 'link_in_path'
  let folder = root
  for (const segment of memoryPath.split('/').slice(1, -1)) {
    folder = path.join(folder, segment)
    if (wanted !== null) {
      await mkdir(folder).catch((error: unknown) => {
        if (diskCode(error) !== 'EEXIST') throw error
      })
    }
    const stats = await lstat(folder).catch(() => null)
    if (!stats) return null
    if (stats.isSymbolicLink()) return 'link_in_path'
    if (!stats.isDirectory()) return 'in_the_way'
  }
  return null
}

const FRESH = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW

async function replace(
  write: FileWrite,
  wanted: Buffer,
  file: string,
  beside: BesideFiles,
): Promise<FileWritten> {
  const before = await lstat(file, { bigint: true }).catch(() => null)
  await write.atStep('write beside it')
  await writeBeside(beside.fresh, wanted, before && Number(before.mode) & 0o777)
  if (write.base === null) return create(write, file, beside)
  await write.atStep('keep the former')
  const kept = await keep(file, beside.backup)
  await write.atStep('replace')
  // Without a turn of the loop between the two: a file that a program puts in its place in between
  // would be lost.
  if (!kept.isStill()) return { kind: 'changed' }
  renameSync(beside.fresh, file)
  const stat = await statOf(file)
  await syncFolder(path.dirname(file))
  await write.atStep('look at the former')
  const isRaced = (await hashOf(beside.backup)) !== write.base
  return isRaced ? { kind: 'raced', stat } : { kind: 'written', stat, hasBackup: true }
}

async function writeBeside(fresh: string, bytes: Buffer, mode: number | null): Promise<void> {
  const handle = await open(fresh, FRESH, mode ?? 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // The process's mask took bits away that the former file has.
  if (mode !== null) await chmod(fresh, mode)
}

/** A new file takes its place only if nothing is there. */
async function create(write: FileWrite, file: string, beside: BesideFiles): Promise<FileWritten> {
  await write.atStep('put in place')
  try {
    await linkOrCopy(beside.fresh, file)
  } catch (error) {
    if (diskCode(error) !== 'EEXIST') throw error
    return { kind: 'changed' }
  }
  await write.atStep('take away beside it')
  await unlink(beside.fresh)
  await syncFolder(path.dirname(file))
  return { kind: 'written', stat: await statOf(file), hasBackup: false }
}

async function remove(write: FileWrite, file: string, beside: BesideFiles): Promise<FileWritten> {
  // Gone already, which is what was wanted.
  if (write.base === null) return { kind: 'written', stat: null, hasBackup: false }
  await write.atStep('move away')
  await rename(file, beside.backup)
  await syncFolder(path.dirname(file))
  await write.atStep('look at the former')
  if ((await hashOf(beside.backup)) === write.base) {
    return { kind: 'written', stat: null, hasBackup: true }
  }
  // Somebody wrote it a moment before: it goes back, unless there is another one by now.
  await linkOrCopy(beside.backup, file).catch((error: unknown) => {
    if (diskCode(error) !== 'EEXIST') throw error
  })
  return { kind: 'changed' }
}

/**
 * Gives the file another name, or copies it where the file system knows no links. `isStill`: whether
 * it is still that file which stands there.
 */
async function keep(file: string, backup: string): Promise<{ isStill: () => boolean }> {
  const before = await lstat(file, { bigint: true })
  const isLinked = await linkOrCopy(file, backup)
  return {
    isStill: () => {
      const now = lstatSync(file, { bigint: true, throwIfNoEntry: false })
      if (!now || now.ino !== before.ino || now.dev !== before.dev) return false
      return isLinked || (now.mtimeNs === before.mtimeNs && now.size === before.size)
    },
  }
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** Fails if there is a file already. Returns whether it was linked. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (!NO_LINKS.includes(diskCode(error) ?? '')) throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
    return false
  }
}

async function statOf(file: string): Promise<FileStat | null> {
  const stats = await lstat(file, { bigint: true }).catch(() => null)
  return stats && fileStat(stats)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => null)
  // Not every file system can.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
