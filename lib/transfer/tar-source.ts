import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { turns } from '@/lib/turns'
import { archivePath, isNamesFile, repositoryIn, unescapedPath } from './archive-path'
import { isFormatComplaint } from './format-complaint'
import { MAX_FILE_BYTES, MAX_SOURCE_ENTRIES, TOO_LARGE_TO_READ } from './limits'
import { inMoments, SourceError, type Source, type SourceChange } from './source'
import { sourceBytes } from './source-bytes'

/**
 * The files of a tar, gzipped or not; links are resolved in `file`. `name` is its original name.
 */
export function tarSource(file: string, name: string, isGzipped: boolean): Source {
  const repositories = new Set<string>()
  return {
    label: `tar:${name}`,
    kind: 'snapshot',
    moments: (signal) => inMoments(filesOf({ file, name, isGzipped, repositories }, signal)),
    repositories,
  }
}

interface Archive {
  file: string
  name: string
  isGzipped: boolean
  /** receives the ones that are found in it */
  repositories: Set<string>
}

/** If a tar was appended to and has a file twice, the last one counts, as for tar itself. */
async function* filesOf(
  { file, name: archive, isGzipped, repositories }: Archive,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  const last = new Map<string, number>()
  let areNamesEscaped = false
  for await (const { name, index } of entriesOf(file, isGzipped, signal)) {
    last.set(archivePath(name), index)
    areNamesEscaped ||= isNamesFile(name)
  }
  for await (const { name, index, read } of entriesOf(file, isGzipped, signal)) {
    const repository = repositoryIn(archive, name)
    if (repository !== null) repositories.add(repository)
    if (repository !== null || isNamesFile(name)) continue
    if (last.get(archivePath(name)) !== index) continue
    yield await read(areNamesEscaped ? unescapedPath(name) : archivePath(name))
  }
}

interface TarEntry {
  name: string
  index: number
  /** the entry as a change of `path`; call it before the next entry is taken, or not at all */
  read: (path: string) => Promise<SourceChange>
}

async function* entriesOf(
  file: string,
  isGzipped: boolean,
  signal: AbortSignal,
): AsyncGenerator<TarEntry> {
  const maybeYield = turns(signal)
  const extract = tar.extract()
  const feeding = pipeline(Readable.from(sourceBytes(file, isGzipped)), extract, { signal })
  let failure: unknown
  feeding.catch((error: unknown) => (failure = error))
  let index = 0
  try {
    for await (const entry of extract) {
      await maybeYield()
      const { name, type } = entry.header
      if (++index > MAX_SOURCE_ENTRIES) {
        throw new SourceError({ code: 'too_many_files', kind: 'tar', maximum: MAX_SOURCE_ENTRIES })
      }
      if (type !== 'directory') yield { name, index, read: (path) => read(path, entry) }
      entry.resume()
    }
  } catch (error) {
    await feeding.catch(() => {})
    if (failure instanceof SourceError) throw failure
    signal.throwIfAborted()
    if (error instanceof SourceError || !isFormatComplaint(error)) throw error
    throw new SourceError({ code: 'tar_damaged', detail: error.message })
  }
}

/** A file in a tar, as tar-stream yields it. */
interface Entry extends AsyncIterable<unknown> {
  header: { type?: string | null | undefined; size?: number | undefined }
}

async function read(path: string, entry: Entry): Promise<SourceChange> {
  const { type, size = 0 } = entry.header
  if (type !== 'file' && type !== 'contiguous-file') {
    return { op: 'skip', path, reason: { code: 'not_regular_file' } }
  }
  if (size > MAX_FILE_BYTES) return { op: 'skip', path, reason: TOO_LARGE_TO_READ }
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  return { op: 'write', path, bytes: Buffer.concat(chunks) }
}
