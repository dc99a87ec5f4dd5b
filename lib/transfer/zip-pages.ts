import type { FileHandle } from 'node:fs/promises'
import { RandomAccessReader } from 'yauzl'
import type { ZipDamage } from '@/lib/store/model/source-problem'
import { SourceError } from './source'

const PAGE_BYTES = 256 * 1024

/**
 * Lets yauzl read a zip in pages: it asks for a few bytes twice per entry, and there may be a
 * million. The caller closes the handle.
 */
export class ZipPages extends RandomAccessReader {
  private page: Buffer = Buffer.of()
  private from = 0

  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
  ) {
    super()
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const answer = this.bytesAt(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset)
        return null
      },
      (error: unknown) => (error instanceof Error ? error : new Error('cannot be read')),
    )
    void answer.then(callback)
  }

  private async bytesAt(position: number, length: number): Promise<Buffer> {
    const end = position + length
    // A zip can contain any number. Asked for one beyond safe integers, Node throws where nobody
    // catches it; so would yauzl's own file reader.
    if (end > this.size) throw damagedZip('ends_early')
    if (position < this.from || end > this.from + this.page.length) {
      const wanted = Math.min(Math.max(PAGE_BYTES, length), this.size - position)
      this.page = await readExactly(this.handle, position, wanted)
      this.from = position
    }
    return this.page.subarray(position - this.from, end - this.from)
  }
}

export const damagedZip = (how: ZipDamage) => new SourceError({ code: 'zip_damaged', how })

/** Reads exactly this many bytes of a file. Throws `SourceError` if they are missing. */
export async function readExactly(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw damagedZip('ends_early')
    filled += bytesRead
  }
  return buffer
}
