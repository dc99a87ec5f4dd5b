import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/**
 * The records of a zip being written (PKWARE's APPNOTE.TXT, 4.3), with ZIP64 where numbers need it.
 */

export interface ZipFile {
  name: Buffer
  /** milliseconds since 1970 */
  modifiedAt: number
  method: number
  crc32: number
  size: number
  packed: Buffer
}

const STORED = 0
const DEFLATED = 8
const NAMES_ARE_UTF8 = 0x0800
const MADE_ON_UNIX = 3 << 8
const REGULAR_FILE = (0o100644 << 16) >>> 0
const VERSION = 20
const VERSION_ZIP64 = 45
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff

const deflateInThread = promisify(deflateRaw)

/** Above this, deflating takes longer than handing it to a worker thread. */
const DEFLATED_HERE_BYTES = 16 * 1024

export async function zipFile(
  name: string,
  contents: Buffer,
  modifiedAt: number,
): Promise<ZipFile> {
  const isShort = contents.length <= DEFLATED_HERE_BYTES
  const deflated = isShort ? deflateRawSync(contents) : await deflateInThread(contents)
  const isSmaller = deflated.length < contents.length
  return {
    name: Buffer.from(name, 'utf8'),
    modifiedAt,
    method: isSmaller ? DEFLATED : STORED,
    crc32: crc32(contents),
    size: contents.length,
    packed: isSmaller ? deflated : contents,
  }
}

/** The record before a file's contents. */
export function localHeader(file: ZipFile): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  writeCommon(header, 6, file)
  const extra = timeExtra(file)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, file.name, extra])
}

/** The file's record in the central directory. */
export function directoryEntry(file: ZipFile, offset: number): Buffer {
  const isFar = offset >= MAX_32
  const extra = Buffer.concat([timeExtra(file), isFar ? offsetExtra(offset) : Buffer.of()])
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 4)
  entry.writeUInt16LE(isFar ? VERSION_ZIP64 : VERSION, 6)
  writeCommon(entry, 8, file)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(REGULAR_FILE, 38)
  entry.writeUInt32LE(Math.min(offset, MAX_32), 42)
  return Buffer.concat([entry, file.name, extra])
}

/** The fields that both kinds of header share, from the flags to the length of the name. */
function writeCommon(buffer: Buffer, at: number, file: ZipFile): void {
  const { date, time } = dosTime(file.modifiedAt)
  buffer.writeUInt16LE(NAMES_ARE_UTF8, at)
  buffer.writeUInt16LE(file.method, at + 2)
  buffer.writeUInt16LE(time, at + 4)
  buffer.writeUInt16LE(date, at + 6)
  buffer.writeUInt32LE(file.crc32, at + 8)
  buffer.writeUInt32LE(file.packed.length, at + 12)
  buffer.writeUInt32LE(file.size, at + 16)
  buffer.writeUInt16LE(file.name.length, at + 20)
}

/** The end record: how many files, and where the directory begins and ends. */
export function endOfDirectory(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(length, MAX_32), 12)
  end.writeUInt32LE(Math.min(start, MAX_32), 16)
  const isLarge = count >= MAX_16 || length >= MAX_32 || start >= MAX_32
  return isLarge ? Buffer.concat([zip64End(count, start, length), end]) : end
}

function zip64End(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12)
  end.writeUInt16LE(VERSION_ZIP64, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}

function offsetExtra(offset: number): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return extra
}

/** The time in seconds of UTC; the zip's own field has no time zone. */
function timeExtra({ modifiedAt }: ZipFile): Buffer {
  const extra = Buffer.alloc(9)
  extra.write('UT', 0, 'latin1')
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(Math.min(Math.floor(modifiedAt / 1000), 0x7fffffff), 5)
  return extra
}

const EARLIEST = Date.UTC(1980, 0, 1)
const LATEST = Date.UTC(2107, 11, 31)

function dosTime(modifiedAt: number): { date: number; time: number } {
  const at = new Date(Math.min(Math.max(modifiedAt, EARLIEST), LATEST))
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}
