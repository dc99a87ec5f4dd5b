import { type BigIntStats, constants, lstatSync, renameSync } from 'node:fs'
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises'
import path from 'node:path'
import { turn } from '@/lib/db'
import { sha256Hex } from '@/lib/text/content'
import type { RealPath } from './model'

/**
 * A folder as all of this room sees it: by names below it, such as `/notes/a.md`, '' for itself, in the
 * spelling of the disk. Calls throw errors with the system's code; nothing is done through a link.
 */
export interface DiskPort {
  /** What lies in a folder. */
  list(folder: string): Promise<Listed[]>
  /** What stands at a name; null: nothing does. */
  lstat(name: string): Promise<DiskStat | null>
  /** The bytes of a file that did not change meanwhile, at most so many. */
  read(name: string, most: number): Promise<DiskRead>
  /** Writes a file that must not be there yet; `mode` null: as is usual for private files. */
  create(name: string, bytes: Uint8Array, mode: number | null): Promise<void>
  /** Gives a file a second name that must not be there yet. */
  link(from: string, to: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** Puts a file in another one's place, if that is still this one; in one step. */
  replace(fresh: string, name: string, id: string): Promise<boolean>
  unlink(name: string): Promise<void>
  mkdir(name: string): Promise<void>
  /** Removes a folder if it is empty. */
  rmdir(name: string): Promise<void>
}

export interface Listed {
  name: string
  /** undefined: bytes that are no UTF-8 are listed as U+FFFD, and nothing stands at that name */
  stat: DiskStat | undefined
}

export interface DiskStat {
  kind: 'file' | 'folder' | 'link' | 'other'
  /** the same for a file that was renamed */
  id: string
  size: number
  mode: number
  /** microseconds since 1970 */
  modifiedAt: number
  changedAt: number
}

export type DiskRead =
  | { kind: 'bytes'; bytes: Buffer; sha256: string; stat: DiskStat }
  /** gone, or somebody writes it */
  | { kind: 'moving' }
  | { kind: 'left'; reason: 'too_large' | 'not_readable' | 'link' | 'not_regular_file' }

/** The system's code of an error, such as `EACCES`; null: it is none of the disk. */
export function diskCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : null
}

/** An error as the system has them. */
export const diskError = (code: string) =>
  Object.assign(new Error(code), { code, syscall: 'palimpsest' })

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const FOLDER = READ | constants.O_DIRECTORY
const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW

/** Reads a regular file; null: it is none, or cannot be read. A pipe would wait for its writer. */
export async function inRegular<T>(file: string, read: (handle: FileHandle) => Promise<T>) {
  try {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
    return (await handle.stat()).isFile() ? await read(handle) : null
  } catch (error) {
    if (diskCode(error) === null) throw error
    return null
  }
}

/** Where Linux has the open files of a process: what is named there is named by its folder, not by a path. */
const DESCRIPTORS = process.platform === 'linux' ? '/proc/self/fd' : null

/** The folder at a path without links. */
export function diskAt(root: RealPath): DiskPort {
  /** Holds the folder of a name while something is done in it; `ELOOP` where its path leads elsewhere. */
  async function held<T>(name: string, work: (place: string) => Promise<T> | T): Promise<T> {
    const parent = path.posix.dirname(name)
    return inFolder(parent === '/' || parent === '.' ? '' : parent, (folder) =>
      work(path.join(folder, path.posix.basename(name))),
    )
  }

  async function inFolder<T>(folder: string, work: (place: string) => Promise<T> | T): Promise<T> {
    const location = path.join(root, folder)
    await using handle = await open(location, FOLDER)
    const descriptor = DESCRIPTORS ? `${DESCRIPTORS}/${handle.fd}` : null
    const place = descriptor === null ? realpath(location) : readlink(descriptor)
    if ((await place) !== location) throw diskError('ELOOP')
    return await work(descriptor ?? location)
  }

  return {
    list: (folder) =>
      inFolder(folder, async (place) => {
        const found: Listed[] = []
        for (const name of await readdir(place)) {
          // A call to the pool of threads costs five times what the system takes for its answer.
          const stats = lstatSync(path.join(place, name), { bigint: true, throwIfNoEntry: false })
          if (stats || name.includes('\ufffd')) found.push({ name, stat: stats && statOf(stats) })
          await turn()
        }
        return found
      }),
    lstat: (name) =>
      held(name, async (place) => statOf(await lstat(place, { bigint: true }))).catch(nothing),
    read: (name, most) => held(name, (place) => readAt(place, most)).catch(unread),
    create: (name, bytes, mode) =>
      held(name, async (place) => {
        await using handle = await open(place, NEW, mode ?? 0o600)
        await handle.writeFile(bytes)
        // The process's mask took bits away that the former file has.
        if (mode !== null) await handle.chmod(mode)
        await handle.sync()
      }),
    link: (from, to) =>
      held(from, async (place) => {
        const beside = path.join(path.dirname(place), path.posix.basename(to))
        await link(place, beside).catch((error: unknown) => copied(error, place, beside))
      }),
    rename: (from, to) => held(from, (one) => held(to, (other) => rename(one, other))),
    replace: (fresh, name, id) =>
      held(name, (place) => {
        const now = lstatSync(place, { bigint: true, throwIfNoEntry: false })
        if (!now || statOf(now).id !== id) return false
        // Without a turn of the loop between the two: what a program put there in between would be lost.
        renameSync(path.join(path.dirname(place), path.posix.basename(fresh)), place)
        return true
      }),
    unlink: (name) => held(name, (place) => unlink(place)),
    mkdir: (name) => held(name, (place) => mkdir(place, 0o700)),
    rmdir: (name) => held(name, (place) => rmdir(place)),
  }
}

function nothing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(diskCode(error) ?? '')) return null
  throw error
}

function unread(error: unknown): DiskRead {
  const code = diskCode(error)
  if (code === null) throw error
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'moving' }
  return { kind: 'left', reason: code === 'ELOOP' ? 'link' : 'not_readable' }
}

async function readAt(place: string, most: number): Promise<DiskRead> {
  await using handle = await open(place, READ)
  const before = statOf(await handle.stat({ bigint: true }))
  if (before.kind !== 'file') return { kind: 'left', reason: 'not_regular_file' }
  if (before.size > most) return { kind: 'left', reason: 'too_large' }
  const buffer = Buffer.alloc(before.size + 1)
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
  const stat = statOf(await handle.stat({ bigint: true }))
  const isSame = stat.size === bytesRead && stat.changedAt === before.changedAt
  if (!isSame) return { kind: 'moving' }
  const bytes = buffer.subarray(0, bytesRead)
  return { kind: 'bytes', bytes, sha256: sha256Hex(bytes), stat }
}

/** File systems without second names, and a file that another disk is mounted over. */
const NO_LINKS = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

async function copied(error: unknown, from: string, to: string): Promise<void> {
  if (!NO_LINKS.includes(diskCode(error) ?? '')) throw error
  await using source = await open(from, READ)
  await using target = await open(to, NEW, Number((await source.stat()).mode) & 0o777)
  await target.writeFile(await source.readFile())
  await target.sync()
}

function statOf(stats: BigIntStats): DiskStat {
  const kinds = [
    [stats.isFile(), 'file'],
    [stats.isDirectory(), 'folder'],
    [stats.isSymbolicLink(), 'link'],
  ] as const
  return {
    kind: kinds.find(([is]) => is)?.[1] ?? 'other',
    // The number of an inode is used again; its birth tells the two files apart.
    id: `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`,
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o777,
    modifiedAt: Number(stats.mtimeNs / 1000n),
    changedAt: Number(stats.ctimeNs / 1000n),
  }
}

/** By what a folder is known again; without its device, whose number is another after a start. */
export async function rootMark(root: string): Promise<string | null> {
  const stats = await lstat(root, { bigint: true }).catch(() => null)
  return stats?.isDirectory() ? `${stats.ino}:${stats.birthtimeNs}` : null
}
