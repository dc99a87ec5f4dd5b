import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { crc32, inflateRaw, type ZlibOptions } from 'node:zlib'
import { turn } from '@/lib/db'
import { isPassedOver, NAMES_FILE, pathOfName } from '@/lib/text/safe-names'
import {
  Gathering,
  type LeftReason,
  MAX_ENTRIES,
  MAX_FILE_BYTES,
  MAX_SOURCE_BYTES,
  refuseSource,
  refuseTooLarge,
  type Source,
  unpacked,
} from './source'

const LOCAL = 0x04034b50
const LISTED = 0x02014b50
const END_BYTES = 22
const LOCAL_BYTES = 30
const LISTED_BYTES = 46

/** An entry as the list at the end of a zip has it, which alone says what is a link. */
interface Entry {
  name: string
  isNameUtf8: boolean
  isEncrypted: boolean
  isRegularFile: boolean
  /** 0: stored, 8: deflated */
  method: number
  crc: number
  packedSize: number
  size: number
  /** of its own header */
  offset: number
}

/**
 * The files of a zip, but for those whose names are nobody's memory. The declared sizes are held against the limit before anything is unpacked, and
 * nothing is unpacked past what it declares. Refuses `source_too_large`, `not_a_source`.
 */
export async function readZip(
  label: string,
  zip: Buffer,
  signal: AbortSignal,
  isNobodys = isPassedOver,
): Promise<Source> {
  const files = new Gathering()
  const entries = listed(zip)
  const declared = entries.reduce((sum, { size }) => sum + size, 0)
  if (declared > MAX_SOURCE_BYTES) refuseTooLarge('bytes', MAX_SOURCE_BYTES)
  const areEscaped = entries.some(({ name }) => bare(name) === NAMES_FILE)
  for (const entry of entries) {
    await turn(signal)
    const name = bare(entry.name)
    const parts = name.split('/')
    if (parts.some(isNobodys) || parts.includes('.git')) files.passOver(name)
    else if (LEADS_OUT.test(name)) files.leave(name, 'leads_out')
    else if (!name.endsWith('/') && name !== NAMES_FILE) {
      const bytes = await bytesOf(zip, entry)
      const path = areEscaped ? pathOfName(name) : `/${name}`
      if (typeof bytes === 'string') files.leave(path, bytes)
      else files.take(path, bytes)
    }
  }
  return files.source(label)
}

const LEADS_OUT = /^(\/|[a-z]:\/)/i

/** A name with `/` as its separator, where Windows has `\`, and without a `./` before it. */
const bare = (name: string) => name.replaceAll('\\', '/').replace(/^(\.\/+)+/, '')

function listed(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1 || end + END_BYTES > zip.length) damaged()
  const count = zip.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) refuseTooLarge('entries', MAX_ENTRIES)
  const entries: Entry[] = []
  let at = zip.readUInt32LE(end + 16)
  while (at + LISTED_BYTES <= end && zip.readUInt32LE(at) === LISTED) {
    // Of 65,537 entries some programs count one.
    if (entries.length === MAX_ENTRIES) refuseTooLarge('entries', MAX_ENTRIES)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(at + field),
    ) as [number, number, number]
    const nameEnd = at + LISTED_BYTES + nameLength
    if (nameEnd + extraLength > end) damaged()
    entries.push(entryAt(zip, at, nameEnd))
    at = nameEnd + extraLength + commentLength
  }
  if (entries.length !== count) damaged()
  return entries
}

const damaged = (): never => refuseSource('damaged_zip')

function entryAt(zip: Buffer, at: number, nameEnd: number): Entry {
  const name = zip.subarray(at + LISTED_BYTES, nameEnd)
  const isUnix = zip.readUInt8(at + 5) === 3
  const kind = isUnix ? zip.readUInt16LE(at + 40) & 0o170000 : 0
  return {
    name: name.toString(isUtf8(name) ? 'utf8' : 'latin1'),
    isNameUtf8: isUtf8(name),
    isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
    isRegularFile: kind === 0 || kind === 0o100000,
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    // What does not fit in 32 bits (ZIP64) is past the limit in any case.
    packedSize: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    offset: zip.readUInt32LE(at + 42),
  }
}

const inflated = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)

/** The bytes of an entry, or why there are none. */
async function bytesOf(zip: Buffer, entry: Entry): Promise<Buffer | LeftReason> {
  const { method, offset, packedSize, size } = entry
  if (!entry.isRegularFile) return 'not_regular_file'
  if (!entry.isNameUtf8) return 'name_not_utf8'
  if (entry.isEncrypted) return 'encrypted'
  if (method !== 0 && method !== 8) return 'packing_unknown'
  if (size > MAX_FILE_BYTES) return 'too_large'
  if (offset + LOCAL_BYTES > zip.length || zip.readUInt32LE(offset) !== LOCAL) return 'damaged'
  const start = offset + LOCAL_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  if (start + packedSize > zip.length) return 'damaged'
  const packed = zip.subarray(start, start + packedSize)
  const bytes = method === 0 ? packed : await unpacked(inflated, packed, size)
  return bytes?.length === size && crc32(bytes) === entry.crc ? bytes : 'damaged'
}
