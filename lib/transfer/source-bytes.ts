import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { MAX_ARCHIVE_BYTES } from './limits'
import { SourceError } from './source'

/** A file's bytes, unpacked where it is gzipped. Throws `SourceError` where it is damaged or unpacks to too much. */
export async function* sourceBytes(file: string, isGzipped: boolean): AsyncGenerator<Buffer> {
  const raw = createReadStream(file)
  const bytes = isGzipped ? raw.pipe(createGunzip()) : raw
  if (isGzipped) raw.on('error', (error) => bytes.destroy(error))
  let total = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > MAX_ARCHIVE_BYTES) {
        throw new SourceError(`The file unpacks to more than ${MAX_ARCHIVE_BYTES} bytes.`)
      }
      yield chunk
    }
  } catch (error) {
    throw isDamage(error) ? new SourceError('The file is damaged: it cannot be unpacked.') : error
  } finally {
    raw.destroy()
    bytes.destroy()
  }
}

/** What zlib says of bytes that it cannot make sense of, or that end too early. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
