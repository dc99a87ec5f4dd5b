import { constants } from 'node:fs'
import type { Dirent, Stats } from 'node:fs'
import { type FileHandle, lstat, open, opendir, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** Thrown for something on disk that cannot be read as a source. */
export class NotReadError extends Error {
  override readonly name = 'NotReadError'

  constructor(readonly reason: SeedReason) {
    super(reason.code)
  }
}

const NOT_BLOCKING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const FOLDER = NOT_BLOCKING | constants.O_DIRECTORY

/**
 * Opens a regular file by its path with links resolved. Nothing else is even opened: a pipe would
 * wait for a writer, and opening a device may have effects. What was opened is compared with what
 * was asked for, since a folder may be replaced by a link in between. Throws `NotReadError`, and
 * errors with a code.
 */
export async function openRegularFile(file: string): Promise<FileHandle> {
  const handle = await openIfRegular(file)
  try {
    await refuseElsewhere(handle, file)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Opens a regular file; only its last name is known to be no link. */
async function openIfRegular(file: string): Promise<FileHandle> {
  const before = await lstat(file)
  if (!before.isFile()) throw new NotReadError({ code: 'not_regular_file' })
  const handle = await open(file, NOT_BLOCKING)
  try {
    const opened = await handle.stat()
    if (!opened.isFile() || !isSame(opened, before))
      throw new NotReadError({ code: 'not_regular_file' })
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Lists a folder, named by its path with links resolved, in no particular order. Throws as
 * `openRegularFile`.
 */
export async function* listFolder(folder: string): AsyncGenerator<Dirent> {
  const handle = await open(folder, FOLDER)
  try {
    await refuseElsewhere(handle, folder)
    // By its descriptor where possible, so that what is listed is what was opened.
    const listed = DESCRIPTORS ? `${DESCRIPTORS}/${handle.fd}` : folder
    yield* await opendir(listed, { bufferSize: 256 })
    await refuseElsewhere(handle, folder)
  } finally {
    await handle.close()
  }
}

/**
 * A folder that is held open, so that what is done with the names in it is done there and nowhere
 * else, even if its path leads through a link by then. Where a system cannot name a file by an open
 * folder, its path is used: whoever changes something asks before and after whether it `isInPlace`.
 */
export class HeldFolder {
  private constructor(
    private readonly handle: FileHandle,
    private readonly location: string,
  ) {}

  /** Holds a folder, named by its path with links resolved. Throws as `openRegularFile`. */
  static async open(location: string): Promise<HeldFolder> {
    return HeldFolder.openAt(location, location)
  }

  private static async openAt(named: string, location: string): Promise<HeldFolder> {
    const handle = await open(named, FOLDER)
    try {
      await refuseElsewhere(handle, location)
      return new HeldFolder(handle, location)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Holds a folder in it, which is no link. Throws as `openRegularFile`. */
  async openFolder(name: string): Promise<HeldFolder> {
    const isLink = (await lstat(this.at(name))).isSymbolicLink()
    if (isLink) throw new NotReadError({ code: 'not_regular_file' })
    return HeldFolder.openAt(this.at(name), path.join(this.location, name))
  }

  /** Opens a regular file in it. Throws as `openRegularFile`. */
  async openFile(name: string): Promise<FileHandle> {
    return DESCRIPTORS ? openIfRegular(this.at(name)) : openRegularFile(this.at(name))
  }

  /**
   * The path under which calls of the file system reach an entry of this folder; refusing a link
   * there is up to them.
   */
  at(name: string): string {
    return path.join(DESCRIPTORS ? `${DESCRIPTORS}/${this.handle.fd}` : this.location, name)
  }

  /** Returns whether its path still leads to it, without a link. */
  async isInPlace(): Promise<boolean> {
    return isAt(this.handle, this.location).catch(() => false)
  }

  /** Syncs the folder's entries to disk, where the file system can. */
  async sync(): Promise<void> {
    await this.handle.sync().catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.handle.close()
  }
}

const isSame = (one: Stats, other: Stats) => one.dev === other.dev && one.ino === other.ino

/** The folder in which Linux exposes open descriptors. */
const DESCRIPTORS = process.platform === 'linux' ? '/proc/self/fd' : null

async function refuseElsewhere(handle: FileHandle, location: string): Promise<void> {
  if (!(await isAt(handle, location))) throw new NotReadError({ code: 'moved_while_read' })
}

async function isAt(handle: FileHandle, location: string): Promise<boolean> {
  if (DESCRIPTORS) return (await readlink(`${DESCRIPTORS}/${handle.fd}`)) === location
  return (
    (await realpath(location)) === location && isSame(await handle.stat(), await lstat(location))
  )
}

/**
 * A file's bytes; null if there are more than `most`. The size from `stat` is not trusted: kernel
 * files report none, and other files grow.
 */
export async function readAtMost(handle: FileHandle, most: number): Promise<Buffer | null> {
  const { size } = await handle.stat()
  if (size > most) return null
  const parts: Buffer[] = []
  let total = 0
  for (;;) {
    // One more than the reported size, so that the second read usually finds the end.
    const wanted = Math.min(Math.max(size - total, 0) + SPARE_BYTES, most + 1 - total)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted)
    if (bytesRead === 0) return Buffer.concat(parts, total)
    parts.push(buffer.subarray(0, bytesRead))
    total += bytesRead
    if (total > most) return null
  }
}

const SPARE_BYTES = 16 * 1024
