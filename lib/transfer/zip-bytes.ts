import type { ExportedFile } from './exported-file'
import { directoryEntry, endOfDirectory, localHeader, zipFile } from './zip-records'

/** Directory entries kept as one buffer; a million small buffers weigh more than their bytes. */
const ENTRIES_PER_PIECE = 1000

/** Files as a zip, one at a time. Any number of them: past 65,535 it is a ZIP64. */
export async function* zipBytes(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  const pieces: Buffer[] = []
  let recent: Buffer[] = []
  let count = 0
  let offset = 0
  for await (const { path, content, updatedAt } of files) {
    const file = await zipFile(path.slice(1), Buffer.from(content, 'utf8'), updatedAt)
    recent.push(directoryEntry(file, offset))
    if (++count % ENTRIES_PER_PIECE === 0) {
      pieces.push(Buffer.concat(recent))
      recent = []
    }
    const header = localHeader(file)
    offset += header.length + file.packed.length
    yield header
    yield file.packed
  }
  pieces.push(...recent)
  yield* pieces
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  yield endOfDirectory(count, offset, length)
}
