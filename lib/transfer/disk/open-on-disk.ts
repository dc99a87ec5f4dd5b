import { constants } from 'node:fs'
import type { Dirent, Stats } from 'node:fs'
import { type FileHandle, lstat, open, opendir, readlink, realpath } from 'node:fs/promises'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** Something on the disk is not read. */
export class NotReadError extends Error {
  override readonly name = 'NotReadError'

  constructor(readonly reason: SeedReason) {
    super(reason.code)
  }
}

const NOT_BLOCKING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a regular file, named by its path without links. Nothing else is even opened (a pipe would
 * wait for somebody who writes, opening a device may do something), and what was opened is held
 * against what was asked for: folders may be exchanged for links between two looks. Throws
 * `NotReadError`, and errors with a code.
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

/** What lies in a folder, named by its path without links; in no order. Throws as `openRegularFile`. */
export async function* listFolder(folder: string): AsyncGenerator<Dirent> {
  const handle = await open(folder, NOT_BLOCKING | constants.O_DIRECTORY)
  try {
    await refuseElsewhere(handle, folder)
    // By its descriptor where there is such a path: what is opened is then what is listed.
    const listed = DESCRIPTORS ? `${DESCRIPTORS}/${handle.fd}` : folder
    yield* await opendir(listed, { bufferSize: 256 })
    await refuseElsewhere(handle, folder)
  } finally {
    await handle.close()
  }
}

const isSame = (one: Stats, other: Stats) => one.dev === other.dev && one.ino === other.ino

/** Where Linux shows what a descriptor stands for. */
const DESCRIPTORS = process.platform === 'linux' ? '/proc/self/fd' : null

async function refuseElsewhere(handle: FileHandle, location: string): Promise<void> {
  const isThere = DESCRIPTORS
    ? (await readlink(`${DESCRIPTORS}/${handle.fd}`)) === location
    : (await realpath(location)) === location && isSame(await handle.stat(), await lstat(location))
  if (!isThere) throw new NotReadError({ code: 'moved_while_read' })
}

/**
 * A file's bytes; null where there are more than so many. What `stat` says of a size is not believed:
 * files of the kernel have none, and others grow.
 */
export async function readAtMost(handle: FileHandle, most: number): Promise<Buffer | null> {
  const { size } = await handle.stat()
  if (size > most) return null
  const parts: Buffer[] = []
  let total = 0
  for (;;) {
    // One more than is said to be there, so that as a rule the second read finds the end.
    const wanted = Math.min(Math.max(size - total, 0) + SPARE_BYTES, most + 1 - total)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted)
    if (bytesRead === 0) return Buffer.concat(parts, total)
    parts.push(buffer.subarray(0, bytesRead))
    total += bytesRead
    if (total > most) return null
  }
}

const SPARE_BYTES = 16 * 1024
