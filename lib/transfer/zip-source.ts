import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { archivePath } from './archive-path'
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES, MAX_FILE_BYTES, TOO_LARGE_TO_READ } from './limits'
import { inMoments, SourceError, type Source, type SourceChange } from './source'
import { readExactly, zipEntries, type ZipEntry } from './zip-directory'

/** The files of a zip. `name` is what it was called when it came. */
export function zipSource(file: string, name: string): Source {
  return { label: `zip:${name}`, kind: 'snapshot', moments: () => inMoments(filesOf(file)) }
}

async function* filesOf(file: string): AsyncGenerator<SourceChange> {
  const handle = await open(file)
  try {
    let entries = 0
    let total = 0
    for await (const entry of zipEntries(handle)) {
      if (++entries > MAX_ARCHIVE_ENTRIES) throw new SourceError('The zip has too many files.')
      if (entry.name.endsWith('/')) continue
      const path = archivePath(entry.name)
      const problem = problemOf(entry)
      const contents = problem === null ? await contentsOf(handle, entry) : problem
      if (typeof contents === 'string') {
        yield { op: 'skip', path, reason: contents }
        continue
      }
      total += contents.length
      if (total > MAX_ARCHIVE_BYTES) throw new SourceError('The zip unpacks to too much.')
      yield { op: 'write', path, bytes: contents }
    }
  } finally {
    await handle.close()
  }
}

const STORED = 0
const DEFLATED = 8

function problemOf(entry: ZipEntry): string | null {
  if (!entry.isRegularFile) return 'not a regular file'
  if (!entry.isNameUtf8) return 'bad path: its name is not UTF-8'
  if (entry.isEncrypted) return 'encrypted'
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    return `packed with method ${entry.method}, which is not supported`
  }
  // Deflated, nothing becomes noticeably larger.
  const isTooLarge = entry.size > MAX_FILE_BYTES || entry.packedSize > 2 * MAX_FILE_BYTES
  return isTooLarge ? TOO_LARGE_TO_READ : null
}

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30

/** The bytes of an entry, or why there are none to be had. */
async function contentsOf(handle: FileHandle, entry: ZipEntry): Promise<Buffer | string> {
  const header = await readExactly(handle, entry.offset, LOCAL_HEADER_BYTES)
  if (header.readUInt32LE(0) !== LOCAL_HEADER) return 'damaged'
  const start =
    entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await readExactly(handle, start, entry.packedSize)
  const bytes = entry.method === STORED ? packed : await unpacked(packed)
  const isWhole = bytes !== null && bytes.length === entry.size && crc32(bytes) === entry.crc32
  return isWhole ? bytes : 'damaged'
}

async function unpacked(packed: Buffer): Promise<Buffer | null> {
  return inflated(packed, { maxOutputLength: MAX_FILE_BYTES }).catch(() => null)
}
