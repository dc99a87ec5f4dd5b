import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { SourceError } from './source'

/**
 * The list of files at the end of a zip (PKWARE's APPNOTE.TXT, 4.3.12 to 4.3.16, with ZIP64). It is
 * read and not the headers between the contents: only here stands what is a link and what counts.
 */
export interface ZipEntry {
  name: string
  isNameUtf8: boolean
  isRegularFile: boolean
  isEncrypted: boolean
  /** 0: as it is, 8: deflated */
  method: number
  crc32: number
  packedSize: number
  size: number
  /** where the entry's own header stands */
  offset: number
}

const END = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const ZIP64_END = 0x06064b50
const ZIP64_END_BYTES = 56
const ZIP64_LOCATOR = 0x07064b50
const ZIP64_LOCATOR_BYTES = 20
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const ZIP64_EXTRA = 1

/** Stands in a field of 16 or 32 bits whose value is in the ZIP64 record. */
const ELSEWHERE_16 = 0xffff
const ELSEWHERE_32 = 0xffffffff

const damagedZip = (what: string) => new SourceError(`The zip is damaged: ${what}.`)

/** Reads exactly so many bytes of a file. Throws `SourceError` where they are not there. */
export async function readExactly(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw damagedZip('it ends too early')
    filled += bytesRead
  }
  return buffer
}

export async function* zipEntries(handle: FileHandle): AsyncGenerator<ZipEntry> {
  const { size } = await handle.stat()
  const { count, start, end } = await findDirectory(handle, size)
  const pages = new Pages(handle, end)
  let position = start
  for (let index = 0; index < count; index++) {
    const fixed = await pages.read(position, ENTRY_BYTES)
    if (fixed.readUInt32LE(0) !== ENTRY) throw damagedZip('its list of files cannot be read')
    const nameLength = fixed.readUInt16LE(28)
    const extraLength = fixed.readUInt16LE(30)
    const rest = await pages.read(position + ENTRY_BYTES, nameLength + extraLength)
    yield entryOf(fixed, rest.subarray(0, nameLength), rest.subarray(nameLength))
    position += ENTRY_BYTES + nameLength + extraLength + fixed.readUInt16LE(32)
  }
}

interface Directory {
  count: number
  start: number
  end: number
}

async function findDirectory(handle: FileHandle, size: number): Promise<Directory> {
  const tailLength = Math.min(size, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await readExactly(handle, size - tailLength, tailLength)
  let at = tail.length - END_BYTES
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--
  if (at < 0) throw damagedZip('its end is missing')
  const endOfFiles = size - tailLength + at
  const count = tail.readUInt16LE(at + 10)
  const length = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  const isZip64 = count === ELSEWHERE_16 || length === ELSEWHERE_32 || start === ELSEWHERE_32
  const found =
    (isZip64 ? await findZip64Directory(handle, endOfFiles) : null) ??
    ({ count, start, end: start + length } satisfies Directory)
  if (found.end > endOfFiles) throw damagedZip('its list of files cannot be read')
  return found
}

/** Null where there is no such record: a plain zip may have exactly 65,535 files. */
async function findZip64Directory(
  handle: FileHandle,
  endOfFiles: number,
): Promise<Directory | null> {
  if (endOfFiles < ZIP64_LOCATOR_BYTES) return null
  const locator = await readExactly(handle, endOfFiles - ZIP64_LOCATOR_BYTES, ZIP64_LOCATOR_BYTES)
  if (locator.readUInt32LE(0) !== ZIP64_LOCATOR) return null
  const record = await readExactly(handle, numberAt(locator, 8), ZIP64_END_BYTES)
  if (record.readUInt32LE(0) !== ZIP64_END) throw damagedZip('its end is missing')
  const start = numberAt(record, 48)
  return { count: numberAt(record, 32), start, end: start + numberAt(record, 40) }
}

function entryOf(fixed: Buffer, name: Buffer, extra: Buffer): ZipEntry {
  const flags = fixed.readUInt16LE(8)
  const madeOnUnix = [3, 19].includes(fixed.readUInt8(5))
  const fileType = (fixed.readUInt32LE(38) >>> 16) & 0o170000
  const zip64 = zip64Fields(extra)
  const sizeOrElsewhere = (at: number) => {
    const plain = fixed.readUInt32LE(at)
    return plain === ELSEWHERE_32 ? (zip64.shift() ?? plain) : plain
  }
  // In the order in which the ZIP64 record has what it has.
  const size = sizeOrElsewhere(24)
  const packedSize = sizeOrElsewhere(20)
  const offset = sizeOrElsewhere(42)
  const isNameUtf8 = isUtf8(name)
  return {
    name: name.toString(isNameUtf8 ? 'utf8' : 'latin1'),
    isNameUtf8,
    isRegularFile: !madeOnUnix || fileType === 0 || fileType === 0o100000,
    isEncrypted: (flags & 1) !== 0,
    method: fixed.readUInt16LE(10),
    crc32: fixed.readUInt32LE(16),
    packedSize,
    size,
    offset,
  }
}

function zip64Fields(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA) continue
    const body = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: Math.floor(body.length / 8) }, (_, index) =>
      numberAt(body, index * 8),
    )
  }
  return []
}

function numberAt(buffer: Buffer, at: number): number {
  const number = buffer.readBigUInt64LE(at)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw damagedZip('it names a place far outside')
  return Number(number)
}

const PAGE_BYTES = 256 * 1024

/** Reads forward through a file a page at a time, for fields of a few bytes. */
class Pages {
  private page: Buffer = Buffer.of()
  private from = 0

  constructor(
    private readonly handle: FileHandle,
    private readonly end: number,
  ) {}

  async read(position: number, length: number): Promise<Buffer> {
    if (position + length > this.end) throw damagedZip('its list of files cannot be read')
    if (position < this.from || position + length > this.from + this.page.length) {
      const wanted = Math.min(Math.max(PAGE_BYTES, length), this.end - position)
      this.page = await readExactly(this.handle, position, wanted)
      this.from = position
    }
    return this.page.subarray(position - this.from, position - this.from + length)
  }
}
