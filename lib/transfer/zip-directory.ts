import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import type { ZipDamage } from '@/lib/store/model/source-problem'
import { isFormatComplaint } from './format-complaint'
import { SourceError } from './source'
import { damagedZip, ZipPages } from './zip-pages'

/**
 * An entry of a zip's central directory. It is read instead of the local headers: only it says what
 * is a link and what counts.
 */
export interface ZipEntry {
  name: string
  isNameUtf8: boolean
  isRegularFile: boolean
  isEncrypted: boolean
  /** 0: stored, 8: deflated */
  method: number
  crc32: number
  packedSize: number
  size: number
  /** offset of the entry's local header */
  offset: number
}

/** The entries as listed, even with names that lead outside. Throws `SourceError`. */
export async function* zipEntries(handle: FileHandle): AsyncGenerator<ZipEntry> {
  const zip = await openedZip(handle)
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isWithinNumbers(entry)) throw damagedZip('leads_far_outside')
      yield entryOf(entry)
    }
  } catch (error) {
    throw inOurWords(error, 'list_unreadable')
  }
}

async function openedZip(handle: FileHandle): Promise<ZipFile> {
  const { size } = await handle.stat()
  const pages = new ZipPages(handle, size)
  // A bad entry is reported as that entry, so we check names and sizes ourselves.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  return fromRandomAccessReaderPromise(pages, size, options).catch((error: unknown) => {
    throw inOurWords(error, 'end_missing')
  })
}

function inOurWords(error: unknown, how: ZipDamage): unknown {
  return error instanceof SourceError || !isFormatComplaint(error) ? error : damagedZip(how)
}

/** Given a position that is no safe integer, Node reads from the file's current one. */
function isWithinNumbers(entry: Entry): boolean {
  const { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader } = entry
  return [compressedSize, uncompressedSize, relativeOffsetOfLocalHeader].every(Number.isSafeInteger)
}

function entryOf(entry: Entry): ZipEntry {
  const name = entry.fileNameRaw
  const isNameUtf8 = isUtf8(name)
  const madeOnUnix = [3, 19].includes(entry.versionMadeBy >>> 8)
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000
  return {
    name: name.toString(isNameUtf8 ? 'utf8' : 'latin1'),
    isNameUtf8,
    isRegularFile: !madeOnUnix || fileType === 0 || fileType === 0o100000,
    isEncrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    crc32: entry.crc32,
    packedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
  }
}
