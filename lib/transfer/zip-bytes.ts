import { Zip, ZipDeflate } from 'fflate'
import type { ExportedFile } from './export-store'

/** The years that a zip can write down. */
const EARLIEST = Date.UTC(1981, 0, 1)

/** Files as a zip, a file at a time. */
export async function* zipBytes(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  for await (const { path, content, updatedAt } of files) {
    const entry = new ZipDeflate(path.slice(1))
    entry.mtime = Math.max(updatedAt, EARLIEST)
    zip.add(entry)
    entry.push(Buffer.from(content, 'utf8'), true)
    if (failure) throw failure as Error
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
