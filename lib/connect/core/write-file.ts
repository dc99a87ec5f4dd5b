import { constants, lstatSync, renameSync } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { sha256Hex } from '@/lib/text/content'
import { HeldFolder, NotReadError, openRegularFile, readAtMost } from '@/lib/transfer/open-on-disk'
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

/**
 * The result of a write. A former file that is kept beside it then is the caller's to look at and
 * remove.
 */
export type FileWritten =
  /** `hasBackup`: the former file lies beside it and must be looked at again */
  | { kind: 'written'; stat: FileStat | null; hasBackup: boolean }
  /** it does not hold the base, or its folder was moved meanwhile: nothing was written */
  | { kind: 'changed' }
  /** somebody wrote between the steps: the backup holds what */
  | { kind: 'raced'; stat: FileStat | null }
  | { kind: 'failed'; problem: OutboxProblem }

/** The files beside the one that is written. */
export interface BesideFiles {
  fresh: string
  backup: string
}

/** Their names. */
export function besideNames(token: string): BesideFiles {
  return { fresh: `${OWN_PREFIX}${token}.new`, backup: `${OWN_PREFIX}${token}.old` }
}

export function besideFiles(file: string, token: string): BesideFiles {
  const { fresh, backup } = besideNames(token)
  const folder = path.dirname(file)
  return { fresh: path.join(folder, fresh), backup: path.join(folder, backup) }
}

/** The largest file that is looked at before it is replaced; a larger one is never ours. */
const MAX_BYTES = 16 * 1024 * 1024

/** Hash of a file; null: there is none, or nothing that could be a memory. */
export async function hashOf(file: string): Promise<string | null> {
  const bytes = await bytesOf(file)
  return bytes && sha256Hex(bytes)
}

/** Returns the bytes of a file; null: there is none, or it is too large for a memory. */
export async function bytesOf(file: string): Promise<Buffer | null> {
  return bytesFrom(() => openRegularFile(file))
}

/** The same of a file in a folder that is held open. */
export async function bytesIn(folder: HeldFolder, name: string): Promise<Buffer | null> {
  return bytesFrom(() => folder.openFile(name))
}

async function bytesFrom(opens: () => Promise<FileHandle>): Promise<Buffer | null> {
  try {
    const handle = await opens()
    try {
      return await readAtMost(handle, MAX_BYTES)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(diskCode(error) ?? '')

/**
 * Holds the folder of a file, named by its path in a folder whose path has its links resolved. Throws
 * what the disk says, and `NotReadError` if a link stands on the way.
 */
export async function holdParent(
  root: string,
  memoryPath: string,
  enter = async (folder: HeldFolder, name: string) => folder.openFolder(name),
): Promise<HeldFolder> {
  let folder = await HeldFolder.open(root)
  for (const segment of memoryPath.split('/').slice(1, -1)) {
    const parent = folder
    try {
      folder = await enter(parent, segment)
    } finally {
      await parent.close()
    }
  }
  return folder
}

async function enterOrMake(folder: HeldFolder, name: string): Promise<HeldFolder> {
  await mkdir(folder.at(name)).catch((error: unknown) => {
    if (diskCode(error) !== 'EEXIST') throw error
  })
  return folder.openFolder(name)
}

/**
 * Writes or deletes a file so that nothing is lost that somebody else writes there at the same time,
 * and so that nothing is written out of the folder, whatever takes the place of its subfolders
 * (docs/decisions/0024-the-file-is-the-head.md). Never throws what the disk says.
 */
export async function writeFileSafely(write: FileWrite): Promise<FileWritten> {
  try {
    await write.atStep('check the path')
    const enter = write.wanted === null ? undefined : enterOrMake
    const folder = await holdParent(write.root, write.memoryPath, enter)
    try {
      return await writeIn(folder, write)
    } finally {
      await folder.close()
    }
  } catch (error) {
    if (!isOfDisk(error)) throw error
    if (error instanceof NotReadError && error.reason.code === 'moved_while_read') {
      return { kind: 'changed' }
    }
    const code = diskCode(error)
    if (code !== 'ENOENT') return { kind: 'failed', problem: problemOf(code) }
    // Gone already, which is what was wanted.
    const isDone = write.wanted === null && write.base === null
    return isDone ? { kind: 'written', stat: null, hasBackup: false } : { kind: 'changed' }
  }
}

/** The disk refused, or a link stands where something else was expected. */
export const isOfDisk = (error: unknown) =>
  diskCode(error) !== null || error instanceof NotReadError

function problemOf(code: string | null): OutboxProblem {
  if (code === 'EACCES' || code === 'EPERM') return 'not_writable'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full'
  if (code === 'ELOOP' || code === null) return 'link_in_path'
  // `EBUSY`: something is mounted there.
  if (code === 'ENOTDIR' || code === 'EISDIR' || code === 'EBUSY') return 'in_the_way'
  return 'disk_fault'
}

/** A file in its folder, which is held open while it is written. */
interface HeldFile extends BesideFiles {
  folder: HeldFolder
  name: string
}

async function writeIn(folder: HeldFolder, write: FileWrite): Promise<FileWritten> {
  const file = { folder, name: path.basename(write.memoryPath), ...besideNames(write.token) }
  await write.atStep('check the file')
  if ((await hashIfRegular(file)) !== write.base) return { kind: 'changed' }
  if (write.wanted === null) return remove(write, file)
  const takeAway = () => unlink(folder.at(file.fresh)).catch(() => undefined)
  try {
    const written = await replace(write, write.wanted, file)
    if (written.kind === 'changed') await takeAway()
    return written
  } catch (error) {
    if (isOfDisk(error)) await takeAway()
    throw error
  }
}

/** A link in the place of the file is something else than what was agreed about. */
async function hashIfRegular({ folder, name }: HeldFile): Promise<string | null> {
  const stats = await lstat(folder.at(name)).catch(() => null)
  if (!stats) return null
  return stats.isFile() ? hashIn(folder, name) : 'not a file'
}

async function hashIn(folder: HeldFolder, name: string): Promise<string | null> {
  const bytes = await bytesIn(folder, name)
  return bytes && sha256Hex(bytes)
}

async function replace(write: FileWrite, wanted: Buffer, file: HeldFile): Promise<FileWritten> {
  const { folder, name, fresh, backup } = file
  const before = await lstat(folder.at(name), { bigint: true }).catch(() => null)
  await write.atStep('write beside it')
  await writeNew(folder, fresh, wanted, before && Number(before.mode) & 0o777)
  const written = await lstat(folder.at(fresh), { bigint: true })
  if (write.base === null) return create(write, file, written.ino)
  await write.atStep('keep the former')
  const kept = await keep(file)
  await write.atStep('replace')
  if (!(await folder.isInPlace())) {
    if (kept.isStill()) await unlink(folder.at(backup))
    return { kind: 'changed' }
  }
  // Without a turn of the loop between the two: a file that a program puts in its place in between
  // would be lost.
  if (!kept.isStill()) return { kind: 'changed' }
  renameSync(folder.at(fresh), folder.at(name))
  if (!(await folder.isInPlace())) {
    if (inodeOf(file) === written.ino) renameSync(folder.at(backup), folder.at(name))
    return { kind: 'changed' }
  }
  const stat = await statOf(file)
  await folder.sync()
  await write.atStep('look at the former')
  const isRaced = (await hashIn(folder, backup)) !== write.base
  return isRaced ? { kind: 'raced', stat } : { kind: 'written', stat, hasBackup: true }
}

const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW

async function writeNew(
  folder: HeldFolder,
  name: string,
  bytes: Buffer,
  mode: number | null,
): Promise<void> {
  const handle = await open(folder.at(name), NEW, mode ?? 0o600)
  try {
    await handle.writeFile(bytes)
    // The process's mask took bits away that the former file has.
    if (mode !== null) await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A new file takes its place only if nothing is there. */
async function create(write: FileWrite, file: HeldFile, inode: bigint): Promise<FileWritten> {
  const { folder, name, fresh } = file
  await write.atStep('put in place')
  if (!(await folder.isInPlace())) return { kind: 'changed' }
  try {
    await linkOrCopy(folder, fresh, name)
  } catch (error) {
    if (diskCode(error) !== 'EEXIST') throw error
    return { kind: 'changed' }
  }
  if (!(await folder.isInPlace())) {
    if (inodeOf(file) === inode) await unlink(folder.at(name))
    return { kind: 'changed' }
  }
  await write.atStep('take away beside it')
  await unlink(folder.at(fresh))
  await folder.sync()
  return { kind: 'written', stat: await statOf(file), hasBackup: false }
}

async function remove(write: FileWrite, file: HeldFile): Promise<FileWritten> {
  // Gone already, which is what was wanted.
  if (write.base === null) return { kind: 'written', stat: null, hasBackup: false }
  const { folder, name, backup } = file
  await write.atStep('move away')
  if (!(await folder.isInPlace())) return { kind: 'changed' }
  await rename(folder.at(name), folder.at(backup))
  const isInPlace = await folder.isInPlace()
  await folder.sync()
  await write.atStep('look at the former')
  if (isInPlace && (await hashIn(folder, backup)) === write.base) {
    return { kind: 'written', stat: null, hasBackup: true }
  }
  // Somebody wrote it, or moved its folder, a moment before: it goes back, unless there is another one
  // by now.
  try {
    await linkOrCopy(folder, backup, name)
    if (!isInPlace) await unlink(folder.at(backup))
  } catch (error) {
    if (diskCode(error) !== 'EEXIST') throw error
  }
  return { kind: 'changed' }
}

/**
 * Gives the file another name, or copies it where the file system knows no links. `isStill`: whether
 * it is still that file which stands there.
 */
async function keep({ folder, name, backup }: HeldFile): Promise<{ isStill: () => boolean }> {
  const before = await lstat(folder.at(name), { bigint: true })
  const isLinked = await linkOrCopy(folder, name, backup)
  return {
    isStill: () => {
      const now = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false })
      if (!now || now.ino !== before.ino || now.dev !== before.dev) return false
      return isLinked || (now.mtimeNs === before.mtimeNs && now.size === before.size)
    },
  }
}

/** `EXDEV`: another disk is mounted over a single file. */
const NO_LINKS = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** Fails if there is a file already. Returns whether it was linked. */
async function linkOrCopy(folder: HeldFolder, from: string, to: string): Promise<boolean> {
  try {
    await link(folder.at(from), folder.at(to))
    return true
  } catch (error) {
    if (!NO_LINKS.includes(diskCode(error) ?? '')) throw error
    await copy(folder, from, to)
    return false
  }
}

async function copy(folder: HeldFolder, from: string, to: string): Promise<void> {
  const source = await folder.openFile(from)
  try {
    const { mode } = await source.stat()
    await writeNew(folder, to, await source.readFile(), mode & 0o777)
  } finally {
    await source.close()
  }
}

const inodeOf = ({ folder, name }: HeldFile) =>
  lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false })?.ino

async function statOf({ folder, name }: HeldFile): Promise<FileStat | null> {
  const stats = await lstat(folder.at(name), { bigint: true }).catch(() => null)
  return stats && fileStat(stats)
}
