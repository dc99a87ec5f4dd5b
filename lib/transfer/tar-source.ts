import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import tar from 'tar-stream'
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import { inMoments, SourceError, type Source, type SourceChange } from './source'
import { archivePath } from './zip-source'

/** The files of a tar, gzipped or not. `name` is what it was called when it came. */
export function tarSource(file: string, name: string, isGzipped: boolean): Source {
  return {
    label: `tar:${name}`,
    kind: 'snapshot',
    moments: () => inMoments(entriesOf(file, isGzipped)),
  }
}

async function* entriesOf(file: string, isGzipped: boolean): AsyncGenerator<SourceChange> {
  const extract = tar.extract()
  const raw = createReadStream(file)
  const bytes = isGzipped ? raw.pipe(createGunzip()) : raw
  raw.on('error', (error) => extract.destroy(error))
  bytes.on('error', () => extract.destroy(new SourceError('The archive is damaged.')))
  bytes.pipe(extract)
  let entries = 0
  let total = 0
  for await (const entry of extract) {
    const { name, type, size = 0 } = entry.header
    const path = archivePath(name)
    if (++entries > MAX_ARCHIVE_ENTRIES) throw new SourceError('The tar has too many files.')
    total += size
    if (total > MAX_ARCHIVE_BYTES) throw new SourceError('The tar unpacks to too much.')
    if (type === 'directory') {
      entry.resume()
    } else if (type !== 'file' && type !== 'contiguous-file') {
      entry.resume()
      yield { op: 'skip', path, reason: 'not a regular file' }
    } else if (size > MAX_FILE_BYTES) {
      entry.resume()
      yield { op: 'skip', path, reason: TOO_LARGE_TO_READ }
    } else {
      const chunks: Buffer[] = []
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
      yield { op: 'write', path, bytes: Buffer.concat(chunks) }
    }
  }
}
