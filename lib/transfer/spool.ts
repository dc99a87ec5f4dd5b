import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { once } from 'node:events'
import { settings } from '@/lib/settings'
import { newId } from '@/lib/text/prefixed-id'
import { MAX_UPLOAD_BYTES } from './limits'

/** The upload is larger than any may be. */
export class UploadTooLargeError extends Error {
  override readonly name = 'UploadTooLargeError'
  readonly limit = MAX_UPLOAD_BYTES
}

/** An upload on this machine's disk for as long as it is read. */
export interface Spooled {
  file: string
  discard: () => Promise<void>
}

/** Writes an upload into the data folder as it comes; refuses it as soon as it is too large. */
export async function spool(body: ReadableStream<Uint8Array>): Promise<Spooled> {
  const folder = path.join(settings().dataDir, 'uploads')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, newId('job'))
  const discard = () => rm(file, { force: true })
  const output = createWriteStream(file, { mode: 0o600 })
  let size = 0
  try {
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > MAX_UPLOAD_BYTES) {
        await reader.cancel()
        throw new UploadTooLargeError()
      }
      if (!output.write(value)) await once(output, 'drain')
    }
    output.end()
    await once(output, 'finish')
    return { file, discard }
  } catch (error) {
    output.destroy()
    await discard()
    throw error
  }
}
