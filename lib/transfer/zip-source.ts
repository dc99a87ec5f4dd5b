import { createReadStream } from 'node:fs'
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate'
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import { inMoments, SourceError, type Source, type SourceChange } from './source'

/** The files of a zip. `name` is what it was called when it came. */
export function zipSource(file: string, name: string): Source {
  return { label: `zip:${name}`, kind: 'snapshot', moments: () => inMoments(entriesOf(file)) }
}

async function* entriesOf(file: string): AsyncGenerator<SourceChange> {
  const ready: SourceChange[] = []
  const problems: Error[] = []
  let entries = 0
  let total = 0
  const unzip = new Unzip((entry) => {
    if (++entries > MAX_ARCHIVE_ENTRIES)
      problems.push(new SourceError('The zip has too many files.'))
    if (!entry.name.endsWith('/')) collect(entry)
  })
  unzip.register(UnzipInflate)

  const collect = (entry: UnzipFile) => {
    const path = archivePath(entry.name)
    const chunks: Uint8Array[] = []
    let size = 0
    entry.ondata = (error, chunk, isLast) => {
      if (error) {
        problems.push(new SourceError(`The zip is damaged at ${entry.name}: ${error.message}`))
        return
      }
      size += chunk.length
      total += chunk.length
      if (total > MAX_ARCHIVE_BYTES) problems.push(new SourceError('The zip unpacks to too much.'))
      if (size <= MAX_FILE_BYTES) chunks.push(chunk)
      if (!isLast) return
      ready.push(
        size > MAX_FILE_BYTES
          ? { op: 'skip', path, reason: TOO_LARGE_TO_READ }
          : { op: 'write', path, bytes: Buffer.concat(chunks) },
      )
    }
    try {
      entry.start()
    } catch {
      ready.push({ op: 'skip', path, reason: `packed in a way that is not supported` })
    }
  }

  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    unzip.push(chunk)
    if (problems[0]) throw problems[0]
    yield* ready.splice(0)
  }
  unzip.push(new Uint8Array(0), true)
  if (problems[0]) throw problems[0]
  yield* ready.splice(0)
}

/** The path of a memory that an archive's entry becomes; what is wrong with it the plan will say. */
export function archivePath(name: string): string {
  return `/${name.replace(/^\.\//, '').replace(/^\/+/, '')}`
}
