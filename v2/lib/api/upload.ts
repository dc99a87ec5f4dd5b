import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'
import { incomingFolder } from '@/lib/transfer/incoming'
import { MAX_SOURCE_BYTES } from '@/lib/transfer/source'

/**
 * Takes an upload: a file of the data folder holds it while it comes, and memory once it is whole.
 * Refuses `too_large` as soon as it is; throws what ends the stream.
 */
export async function received({ headers, body }: Request): Promise<Buffer> {
  const refusal = new Refusal('too_large', `An upload is at most ${MAX_SOURCE_BYTES} bytes.`)
  if (Number(headers.get('content-length')) > MAX_SOURCE_BYTES) throw refusal
  const file = path.join(await incomingFolder(), newId('job'))
  const handle = await open(file, 'wx+', 0o600)
  try {
    // It goes with the handle, also where the process is killed.
    await rm(file, { force: true })
    let size = 0
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > MAX_SOURCE_BYTES) throw refusal
      await handle.write(chunk)
    }
    const { buffer } = await handle.read(Buffer.alloc(size), 0, size, 0)
    return buffer
  } finally {
    await handle.close()
  }
}
