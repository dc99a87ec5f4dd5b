import { readVarint, writeVarint } from './varint'

/** Thrown for bytes that are no delta, or not one of this base. */
export class CorruptDeltaError extends Error {
  override readonly name = 'CorruptDeltaError'
}

const BLOCK = 16
const MIN_COPY = 12

/** `target` in terms of `base`: its length, then copies out of the base and bytes of its own. */
export function encodeDelta(base: Buffer, target: Buffer): Buffer {
  const out = new DeltaWriter(target)
  const prefix = commonPrefix(base, target)
  const suffix = commonSuffix(base, target, prefix)
  const end = target.length - suffix
  if (prefix > 0) out.copy(0, prefix)
  const blocks = end - prefix >= BLOCK ? indexBlocks(base) : null
  let at = prefix
  let own = prefix
  while (blocks && at + BLOCK <= end) {
    const found = blocks.find(target, at)
    if (found < 0) {
      at++
      continue
    }
    let start = at
    let from = found
    while (start > own && from > 0 && base[from - 1] === target[start - 1]) {
      start--
      from--
    }
    let length = at - start + BLOCK
    while (
      start + length < end &&
      from + length < base.length &&
      base[from + length] === target[start + length]
    ) {
      length++
    }
    if (length < MIN_COPY) {
      at++
      continue
    }
    out.insert(own, start)
    out.copy(from, length)
    at = start + length
    own = at
  }
  out.insert(own, end)
  if (suffix > 0) out.copy(base.length - suffix, suffix)
  return out.finish()
}

/** What `encodeDelta` was given as target. Throws `CorruptDeltaError`. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const cursor = { at: 0 }
  const length = readVarint(delta, cursor)
  if (length < 0 || length > 0x4000_0000) throw new CorruptDeltaError('no length')
  const target = Buffer.allocUnsafe(length)
  let filled = 0
  while (cursor.at < delta.length) {
    const tag = readVarint(delta, cursor)
    const count = Math.floor(tag / 2)
    if (tag < 0 || filled + count > length) throw new CorruptDeltaError('too long')
    const isCopy = tag % 2 === 1
    const from = isCopy ? readVarint(delta, cursor) : cursor.at
    const source = isCopy ? base : delta
    if (from < 0 || from + count > source.length) throw new CorruptDeltaError('out of bounds')
    source.copy(target, filled, from, from + count)
    if (!isCopy) cursor.at += count
    filled += count
  }
  if (filled !== length) throw new CorruptDeltaError('too short')
  return target
}

class DeltaWriter {
  private readonly bytes: Buffer
  private at: number

  constructor(private readonly target: Buffer) {
    this.bytes = Buffer.allocUnsafe(target.length * 2 + 64)
    this.at = writeVarint(this.bytes, 0, target.length)
  }

  copy(from: number, length: number): void {
    this.at = writeVarint(this.bytes, this.at, length * 2 + 1)
    this.at = writeVarint(this.bytes, this.at, from)
  }

  insert(from: number, to: number): void {
    if (to <= from) return
    this.at = writeVarint(this.bytes, this.at, (to - from) * 2)
    this.at += this.target.copy(this.bytes, this.at, from, to)
  }

  finish(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.at))
  }
}

function commonPrefix(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  for (let step = 4096; step >= 1; step = step >> 3) {
    while (
      length + step <= most &&
      one.compare(other, length, length + step, length, length + step) === 0
    ) {
      length += step
    }
  }
  while (length < most && one[length] === other[length]) length++
  return length
}

function commonSuffix(one: Buffer, other: Buffer, prefix: number): number {
  const most = Math.min(one.length, other.length) - prefix
  let length = 0
  while (length < most && one[one.length - 1 - length] === other[other.length - 1 - length]) {
    length++
  }
  return length
}

/** Where each block of the base begins, by the hash of its bytes. */
function indexBlocks(base: Buffer) {
  const bits = Math.max(8, Math.ceil(Math.log2(base.length / BLOCK + 1)) + 1)
  const table = new Int32Array(1 << bits).fill(-1)
  for (let at = base.length - (base.length % BLOCK) - BLOCK; at >= 0; at -= BLOCK) {
    table[hashAt(base, at, bits)] = at
  }
  return {
    find(target: Buffer, at: number): number {
      const from = table[hashAt(target, at, bits)] ?? -1
      if (from < 0) return -1
      return base.compare(target, at, at + BLOCK, from, from + BLOCK) === 0 ? from : -1
    },
  }
}

function hashAt(bytes: Buffer, at: number, bits: number): number {
  let hash = 0
  for (let index = 0; index < BLOCK; index += 4) {
    hash = Math.imul(hash ^ bytes.readInt32LE(at + index), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return (Math.imul(hash, 0x85ebca6b) >>> (32 - bits)) & ((1 << bits) - 1)
}
