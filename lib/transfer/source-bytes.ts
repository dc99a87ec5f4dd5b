import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { SourceProblem } from '@/lib/store/model/source-problem'
import { openRegularFile } from './open-on-disk'
import { MAX_SOURCE_BYTES, maxUnpackedBytes } from './limits'
import { SourceError } from './source'

/**
 * A file's bytes, gunzipped if needed; links are resolved in `file`. Throws `SourceError` if it is
 * damaged or unpacks to too much.
 */
export async function* sourceBytes(file: string, isGzipped: boolean): AsyncGenerator<Buffer> {
  const handle = await openRegularFile(file)
  const { size } = await handle.stat()
  const most = isGzipped ? maxUnpackedBytes(size) : MAX_SOURCE_BYTES
  const raw = handle.createReadStream()
  // The consumer sees its end and its error: nothing to do here.
  const bytes = isGzipped ? pipeline(raw, createGunzip(), () => {}) : raw
  let total = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > most) throw new SourceError(tooMuch(most, size))
      yield chunk
    }
  } catch (error) {
    throw isDamage(error) ? new SourceError({ code: 'damaged' }) : error
  } finally {
    raw.destroy()
    bytes.destroy()
  }
}

/** The problem of a file or an archive that unpacks to too much for its size. */
export function tooMuch(maximum: number, size: number): SourceProblem {
  return maximum === MAX_SOURCE_BYTES
    ? { code: 'too_large', kind: 'file', maximum }
    : { code: 'unpacks_too_large', size, maximum }
}

/** Returns whether zlib's error means invalid or truncated bytes. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
