import { crc32 } from 'node:zlib'

/** Records of a zip by hand, to say what no packer would. */
export interface EntryByHand {
  name: string | Buffer
  packed: Buffer
  size: number
  /** 8, deflated, unless set */
  method?: number
  crc?: number
  flags?: number
  /** the system that made it, in the upper byte */
  madeBy?: number
  /** a Unix mode in the upper half */
  attributes?: number
  /** extra fields of the list */
  extra?: Buffer
  /** stands after the contents, where some packers say their sizes */
  descriptor?: Buffer
  /** offset at which its header is said to stand; its true one unless set */
  offset?: number
  /** the packed size that the list says; the real one unless set */
  packedSize?: number
}

/** Fields of the end record that are given other than true values. */
export interface EndByHand {
  count?: number
  length?: number
  start?: number
  /** whether the numbers stand in records of ZIP64, and in those alone */
  zip64?: { count: bigint; start?: bigint; length?: bigint; recordAt?: bigint }
}

export function zipByHand(entries: readonly EntryByHand[], end: EndByHand = {}): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const own = at
    if (entry.offset === undefined) {
      const file = [localHeader(entry), entry.packed, entry.descriptor ?? Buffer.of()]
      files.push(...file)
      at += file.reduce((sum, { length }) => sum + length, 0)
    }
    list.push(listed(entry, entry.offset ?? own))
  }
  const all = Buffer.concat(list)
  return Buffer.concat([...files, all, endOf(entries.length, at, all.length, end)])
}

/** Stores a file uncompressed. */
export function storedByHand(name: string | Buffer, content: string): EntryByHand {
  const packed = Buffer.from(content)
  return { name, packed, size: packed.length, method: 0, crc: crc32(packed) }
}

/** An extra field of ZIP64 with these numbers. */
export function zip64Extra(...numbers: bigint[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  numbers.forEach((number, index) => extra.writeBigUInt64LE(number, 4 + 8 * index))
  return extra
}

function common(entry: EntryByHand, extraLength: number): Buffer {
  const buffer = Buffer.alloc(26)
  buffer.writeUInt16LE(entry.flags ?? 0, 2)
  buffer.writeUInt16LE(entry.method ?? 8, 4)
  buffer.writeUInt32LE(entry.crc ?? 0, 10)
  buffer.writeUInt32LE(entry.packedSize ?? entry.packed.length, 14)
  buffer.writeUInt32LE(entry.size, 18)
  buffer.writeUInt16LE(Buffer.from(entry.name).length, 22)
  buffer.writeUInt16LE(extraLength, 24)
  return buffer
}

function localHeader(entry: EntryByHand): Buffer {
  const fields = common(entry, 0)
  // Who says the sizes afterwards says nothing here.
  if (entry.descriptor) fields.fill(0, 10, 22)
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(entry.name)])
}

function listed(entry: EntryByHand, offset: number): Buffer {
  const signature = Buffer.from('PK\x01\x02\x14\0', 'latin1')
  signature.writeUInt16LE(entry.madeBy ?? 20, 4)
  const extra = entry.extra ?? Buffer.of()
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(entry.attributes ?? 0, 6)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([
    signature,
    common(entry, extra.length),
    rest,
    Buffer.from(entry.name),
    extra,
  ])
}

function endOf(count: number, start: number, length: number, says: EndByHand): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  const { zip64 } = says
  end.writeUInt16LE(zip64 ? 0xffff : (says.count ?? count), 8)
  end.writeUInt16LE(zip64 ? 0xffff : (says.count ?? count), 10)
  end.writeUInt32LE(zip64 ? 0xffffffff : (says.length ?? length), 12)
  end.writeUInt32LE(zip64 ? 0xffffffff : (says.start ?? start), 16)
  if (!zip64) return end
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(zip64.count, 24)
  record.writeBigUInt64LE(zip64.count, 32)
  record.writeBigUInt64LE(zip64.length ?? BigInt(length), 40)
  record.writeBigUInt64LE(zip64.start ?? BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(zip64.recordAt ?? BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}
