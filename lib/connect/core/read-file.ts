import { createHash } from 'node:crypto'
import { decodeUtf8, isUtf8Text } from '@/lib/text/content'
import { NotReadError, openRegularFile, readAtMost } from '@/lib/transfer/open-on-disk'
import type { UnwatchedReason } from '../model/connection'
import { type FileStat, fileStat, remembered } from './file-stat'

/** The result of reading a file of a watched folder. */
export type FileRead =
  | { kind: 'text'; content: string; sha256: string; stat: FileStat }
  | { kind: 'gone' }
  /** somebody wrote it meanwhile */
  | { kind: 'moving' }
  | { kind: 'unwatched'; reason: UnwatchedReason; stat: FileStat | null }

const SLICE_BYTES = 1024 * 1024

/**
 * Reads a file, named by its path with links resolved: nothing is read through a link. `most`: bytes
 * that a memory may have.
 */
export async function readWatchedFile(
  file: string,
  most: number,
  maybeYield: () => Promise<void>,
): Promise<FileRead> {
  try {
    const readAt = Date.now()
    const handle = await openRegularFile(file)
    try {
      const before = fileStat(await handle.stat({ bigint: true }))
      const bytes = await readAtMost(handle, most)
      if (!bytes) return { kind: 'unwatched', reason: 'too_large', stat: before }
      const after = fileStat(await handle.stat({ bigint: true }))
      if (before.changedAt !== after.changedAt || after.size !== bytes.length) {
        return { kind: 'moving' }
      }
      if (!isUtf8Text(bytes)) return { kind: 'unwatched', reason: 'not_text', stat: after }
      const sha256 = await hashInSlices(bytes, maybeYield)
      return { kind: 'text', content: decodeUtf8(bytes), sha256, stat: remembered(after, readAt) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof NotReadError) {
      const isMoving = error.reason.code === 'moved_while_read'
      return isMoving
        ? { kind: 'moving' }
        : { kind: 'unwatched', reason: 'not_regular_file', stat: null }
    }
    return unreadable(error)
  }
}

async function hashInSlices(bytes: Buffer, maybeYield: () => Promise<void>): Promise<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    hash.update(bytes.subarray(from, from + SLICE_BYTES))
    await maybeYield()
  }
  return hash.digest('hex')
}

/** The disk's refusal as a reading; rethrows what is not the disk's. */
function unreadable(error: unknown): FileRead {
  const code = diskCode(error)
  if (code === null) throw error
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone' }
  if (code === 'ELOOP') return { kind: 'unwatched', reason: 'link', stat: null }
  return { kind: 'unwatched', reason: 'not_readable', stat: null }
}

/** The operating system's code of an error, such as `EACCES`; null: it is no error of the disk. */
export function diskCode(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : null
}
