import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { turns } from '@/lib/turns'
import { archivePath, isNamesFile, repositoryIn, unescapedPath } from './archive-path'
import { openRegularFile } from './open-on-disk'
import { MAX_FILE_BYTES, maxUnpackedBytes, TOO_LARGE_TO_READ } from './limits'
import { inMoments, SourceError, type Source, type SourceChange } from './source'
import { tooMuch } from './source-bytes'
import { zipEntries, type ZipEntry } from './zip-directory'
import { readExactly } from './zip-pages'
import { ZipRanges } from './zip-ranges'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** The files of a zip; links are resolved in `file`. `name` is its original name. */
export function zipSource(file: string, name: string): Source {
  const repositories = new Set<string>()
  return {
    label: `zip:${name}`,
    kind: 'snapshot',
    moments: (signal) => inMoments(filesOf(file, name, repositories, signal)),
    repositories,
  }
}

async function* filesOf(
  file: string,
  archive: string,
  repositories: Set<string>,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  const handle = await openRegularFile(file)
  const maybeYield = turns(signal)
  try {
    const { ranges, areNamesEscaped } = await surveyed(handle, maybeYield)
    const pathOf = areNamesEscaped ? unescapedPath : archivePath
    for await (const entry of zipEntries(handle)) {
      await maybeYield()
      const repository = repositoryIn(archive, entry.name)
      if (repository !== null) repositories.add(repository)
      if (repository !== null || entry.name.endsWith('/') || isNamesFile(entry.name)) continue
      const path = pathOf(entry.name)
      const problem = problemOf(entry)
      const contents = problem ?? (await contentsOf(handle, entry, ranges))
      if (Buffer.isBuffer(contents)) yield { op: 'write', path, bytes: contents }
      else yield { op: 'skip', path, reason: contents }
    }
  } finally {
    await handle.close()
  }
}

/**
 * Reads the directory before any file is unpacked. The declared sizes are added up, those of
 * damaged files too: no more than that is ever unpacked.
 */
async function surveyed(handle: FileHandle, maybeYield: () => Promise<void>) {
  const { size } = await handle.stat()
  const most = maxUnpackedBytes(size)
  const ranges = new ZipRanges()
  let unpacked = 0
  let areNamesEscaped = false
  for await (const entry of zipEntries(handle)) {
    ranges.add(entry)
    areNamesEscaped ||= isNamesFile(entry.name)
    if (problemOf(entry) === null) unpacked += entry.size
    if (unpacked > most) throw new SourceError(tooMuch(most, size))
    await maybeYield()
  }
  ranges.close()
  return { ranges, areNamesEscaped }
}

const STORED = 0
const DEFLATED = 8

function problemOf(entry: ZipEntry): SeedReason | null {
  if (!entry.isRegularFile) return { code: 'not_regular_file' }
  if (!entry.isNameUtf8) return { code: 'name_not_utf8' }
  if (entry.isEncrypted) return { code: 'encrypted' }
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    return { code: 'packing_not_supported', method: entry.method }
  }
  // Deflating never makes a file noticeably larger.
  const isTooLarge = entry.size > MAX_FILE_BYTES || entry.packedSize > 2 * MAX_FILE_BYTES
  return isTooLarge ? TOO_LARGE_TO_READ : null
}

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

const DAMAGED: SeedReason = { code: 'damaged' }

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30

/** The bytes of an entry, or why there are none. */
async function contentsOf(
  handle: FileHandle,
  entry: ZipEntry,
  ranges: ZipRanges,
): Promise<Buffer | SeedReason> {
  const header = await readExactly(handle, entry.offset, LOCAL_HEADER_BYTES)
  if (header.readUInt32LE(0) !== LOCAL_HEADER) return DAMAGED
  const start =
    entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  ranges.refuseOverlap(entry.offset, start + entry.packedSize)
  if (entry.method === STORED && entry.packedSize !== entry.size) return DAMAGED
  const packed = await readExactly(handle, start, entry.packedSize)
  const bytes = entry.method === STORED ? packed : await unpacked(packed, entry.size)
  const isWhole = bytes !== null && bytes.length === entry.size && crc32(bytes) === entry.crc32
  return isWhole ? bytes : DAMAGED
}

/** Null if the bytes are invalid; stops at `size`. */
async function unpacked(packed: Buffer, size: number): Promise<Buffer | null> {
  // Zero would mean no limit.
  return inflated(packed, { maxOutputLength: Math.max(size, 1) }).catch(() => null)
}
