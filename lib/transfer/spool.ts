import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { settings } from '@/lib/settings'
import { newId } from '@/lib/text/prefixed-id'
import { MAX_UPLOAD_BYTES } from './limits'

/** The upload exceeds the size limit. */
export class UploadTooLargeError extends Error {
  override readonly name = 'UploadTooLargeError'

  constructor(readonly limit: number) {
    super(`an upload may have ${limit} bytes`)
  }
}

/** An upload, on this machine's disk while it is read. */
export interface Spooled {
  file: string
  /** of its bytes, in hex */
  sha256: string
  discard: () => Promise<void>
}

/** Writes an upload into the data folder as it arrives; refuses it as soon as it is too large. */
export async function spool(
  body: AsyncIterable<Uint8Array>,
  limit: number = MAX_UPLOAD_BYTES,
): Promise<Spooled> {
  const folder = path.join(settings().dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeDropped(folder)
  const file = path.join(folder, newId('job'))
  const discard = () => rm(file, { force: true })
  const hash = createHash('sha256')
  let size = 0
  async function* bounded(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limit) throw new UploadTooLargeError(limit)
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await writeNew(file, bounded())
    return { file, sha256: hash.digest('hex'), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/**
 * Writes a file that must not exist. It is closed when this returns or throws: otherwise the stream
 * might create the file after the caller removed it.
 */
async function writeNew(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeFile(handle, bytes)
  } finally {
    await handle.close()
  }
}

/** No upload lasts that long; older files are left over from an ended process. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

async function removeDropped(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const writtenAt = await stat(file).then(
      (stats) => stats.mtimeMs,
      () => Infinity,
    )
    if (Date.now() - writtenAt > ABANDONED_AFTER_MS) await rm(file, { force: true })
  }
}
