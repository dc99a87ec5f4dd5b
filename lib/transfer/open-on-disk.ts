import { constants } from 'node:fs'
import type { Dirent, Stats } from 'node:fs'
import { type FileHandle, lstat, open, opendir, readlink, realpath } from 'node:fs/promises'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** Something on disk cannot be read as a source. */
export class NotReadError extends Error {
  override readonly name = 'NotReadError'

  constructor(readonly reason: SeedReason) {
    super(reason.code)
  }
}

const NOT_BLOCKING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a regular file by its path with links resolved. Nothing else is even opened: a pipe would
 * wait for a writer, and opening a device may have effects. What was opened is compared with what
 * was asked for, since a folder may be replaced by a link in between. Throws `NotReadError`, and
 * errors with a code.
 */
export async function openRegularFile(file: string): Promise<FileHandle> {
  const before = await lstat(file)
  if (!before.isFile()) throw new NotReadError({ code: 'not_regular_file' })
  const handle = await open(file, NOT_BLOCKING)
  try {
    const opened = await handle.stat()
    if (!opened.isFile() || !isSame(opened, before))
      throw new NotReadError({ code: 'not_regular_file' })
    await refuseElsewhere(handle, file)
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
  const handle = await open(folder, NOT_BLOCKING | constants.O_DIRECTORY)
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

const isSame = (one: Stats, other: Stats) => one.dev === other.dev && one.ino === other.ino

/** Where Linux exposes open descriptors. */
const DESCRIPTORS = process.platform === 'linux' ? '/proc/self/fd' : null

async function refuseElsewhere(handle: FileHandle, location: string): Promise<void> {
  const isThere = DESCRIPTORS
    ? (await readlink(`${DESCRIPTORS}/${handle.fd}`)) === location
    : (await realpath(location)) === location && isSame(await handle.stat(), await lstat(location))
  if (!isThere) throw new NotReadError({ code: 'moved_while_read' })
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
