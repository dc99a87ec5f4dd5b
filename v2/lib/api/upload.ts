import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '@/lib/refusal'
import { settings } from '@/lib/settings'
import { newId } from '@/lib/text/ids'
import { MAX_SOURCE_BYTES } from '@/lib/transfer/source'

/** Uploads, in the data folder while they come. */

/** No upload lasts that long; older files are left over from a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 3_600_000

/**
 * Writes an upload into the data folder as it comes, and reads it once it is whole. `hash`: its
 * SHA-256. Refuses `too_large` as soon as it is; throws what ends the stream.
 */
export async function received(
  body: AsyncIterable<Uint8Array>,
): Promise<{ bytes: Buffer; hash: string }> {
  const folder = path.join(settings().dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder)
  const file = path.join(folder, newId('job'))
  const hash = createHash('sha256')
  const handle = await open(file, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > MAX_SOURCE_BYTES) {
        throw new Refusal('too_large', `An upload is at most ${MAX_SOURCE_BYTES} bytes.`)
      }
      hash.update(chunk)
      await handle.write(chunk)
    }
    return { bytes: await readFile(file), hash: hash.digest('hex') }
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true })
  }
}
