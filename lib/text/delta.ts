import { readVarint, writeVarint, type VarintCursor } from './varint'

/*
 * A delta is a sequence of varints and bytes:
 *
 *   length of the target, length of the base, then instructions until the delta ends:
 *   2 × length + 1, jump    copies `length` bytes of the base; the jump, in zigzag coding, is
 *                           relative to the end of the previous copy (the first: to 0)
 *   2 × length, bytes       inserts the `length` bytes that follow
 *
 * Stored deltas must stay readable as long as their versions exist: the format never changes.
 */

/** The bytes are no delta, or not one for this base. */
export class CorruptDeltaError extends Error {
  override readonly name = 'CorruptDeltaError'
}

/** A run of the target that also occurs in the base. */
interface Copy {
  /** Start in the base. */
  from: number
  /** Start in the target. */
  to: number
  length: number
}

/** The base is indexed in blocks of this many bytes; an equal run of twice that is seldom missed. */
const BLOCK_BYTES = 16

/** A shorter copy would take about as many bytes as it copies. */
const MIN_COPY_BYTES = 8

/** The longest header of an instruction, for buffers of less than 4 GiB. */
const MAX_HEADER_BYTES = 10

/**
 * Encodes `target` as a delta against `base`, from which `applyDelta(base, delta)` restores it.
 * Small when both share long runs of bytes, and never more than a few bytes longer than `target`.
 */
export function encodeDelta(base: Buffer, target: Buffer): Buffer {
  const prefix = commonPrefix(base, target)
  const suffix = commonSuffix(base, target, prefix)
  const baseEnd = base.length - suffix
  const targetEnd = target.length - suffix

  const copies: Copy[] = []
  if (prefix >= MIN_COPY_BYTES) copies.push({ from: 0, to: 0, length: prefix })
  pushCopies(copies, base, target, prefix, baseEnd, targetEnd)
  if (suffix >= MIN_COPY_BYTES) copies.push({ from: baseEnd, to: targetEnd, length: suffix })
  return writeDelta(base, target, copies)
}

/**
 * Like `encodeDelta`, but only finds the common prefix and suffix: larger when something was moved,
 * and as fast as comparing the bytes.
 */
export function encodeSplice(base: Buffer, target: Buffer): Buffer {
  const prefix = commonPrefix(base, target)
  const suffix = commonSuffix(base, target, prefix)
  const ends = [
    { from: 0, to: 0, length: prefix },
    { from: base.length - suffix, to: target.length - suffix, length: suffix },
  ]
  const copies = ends.filter((copy) => copy.length >= MIN_COPY_BYTES)
  return writeDelta(base, target, copies)
}

/**
 * The target that `delta` was encoded from.
 *
 * @throws CorruptDeltaError when `delta` does not come from `encodeDelta`, or came from a base of
 * another length. The caller must know that a base of the right length is the right one.
 */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const cursor = { at: 0 }
  const targetLength = readNumber(delta, cursor)
  if (readNumber(delta, cursor) !== base.length) {
    throw new CorruptDeltaError('The delta was made against a base of another length')
  }
  const parts: Buffer[] = []
  let copied = 0
  let total = 0
  while (cursor.at < delta.length) {
    const tag = readNumber(delta, cursor)
    const length = Math.floor(tag / 2)
    const isCopy = tag % 2 === 1
    const source = isCopy ? base : delta
    const start = isCopy ? copied + unzigzag(readNumber(delta, cursor)) : cursor.at
    const end = start + length
    total += length
    if (length === 0 || start < 0 || end > source.length || total > targetLength) {
      throw new CorruptDeltaError('An instruction of the delta reaches out of bounds')
    }
    parts.push(source.subarray(start, end))
    if (isCopy) copied = end
    else cursor.at = end
  }
  if (total !== targetLength) throw new CorruptDeltaError('The delta is cut off')
  return Buffer.concat(parts, total)
}

/**
 * Finds runs of `target` from `start` to `targetEnd` that also occur in `base`, in the target's
 * order: blocks of the base between `start` and `baseEnd` go into a hash table, a window slides
 * over the target, and each match is extended in both directions. Linear in both lengths.
 */
function pushCopies(
  copies: Copy[],
  base: Buffer,
  target: Buffer,
  start: number,
  baseEnd: number,
  targetEnd: number,
): void {
  const blockCount = Math.floor((baseEnd - start) / BLOCK_BYTES)
  if (blockCount === 0 || targetEnd - start < BLOCK_BYTES) return
  const { table, shift } = indexBlocks(base, start, blockCount)

  let uncopied = start
  let at = start
  let hash = hashBlock(target, at)
  while (at + BLOCK_BYTES <= targetEnd) {
    const block = (table[slotOf(hash, shift)] ?? 0) - 1
    let from = block
    let to = at
    let end = at
    if (block >= 0) {
      while (end < targetEnd && base[block + end - at] === target[end]) end++
    }
    if (end - at < BLOCK_BYTES) {
      hash = rollHash(hash, target, at)
      at++
      continue
    }
    while (to > uncopied && from > 0 && base[from - 1] === target[to - 1]) {
      from--
      to--
    }
    copies.push({ from, to, length: end - to })
    uncopied = at = end
    if (at + BLOCK_BYTES <= targetEnd) hash = hashBlock(target, at)
  }
}

/** Block offsets in the base, plus one, by hash slot; of several the first. 0 is an empty slot. */
function indexBlocks(base: Buffer, start: number, blockCount: number) {
  const bits = 33 - Math.clz32(blockCount) // at most half full
  const shift = 32 - bits
  const table = new Int32Array(2 ** bits)
  const end = start + blockCount * BLOCK_BYTES
  for (let at = start; at < end; at += BLOCK_BYTES) {
    const slot = slotOf(hashBlock(base, at), shift)
    if (table[slot] === 0) table[slot] = at + 1
  }
  return { table, shift }
}

/** Base of a polynomial hash over the bytes, so that the window rolls in one step. */
const RADIX = 0x01000193
const RADIX_OF_BLOCK = Array.from({ length: BLOCK_BYTES }).reduce<number>(
  (power) => Math.imul(power, RADIX),
  1,
)

function hashBlock(bytes: Buffer, at: number): number {
  let hash = 0
  for (let index = at; index < at + BLOCK_BYTES; index++) {
    hash = (Math.imul(hash, RADIX) + (bytes[index] ?? 0)) | 0
  }
  return hash
}

/** The hash of the block at `at + 1`, given that of the block at `at`. */
function rollHash(hash: number, bytes: Buffer, at: number): number {
  const leaving = Math.imul(bytes[at] ?? 0, RADIX_OF_BLOCK)
  return (Math.imul(hash, RADIX) + (bytes[at + BLOCK_BYTES] ?? 0) - leaving) | 0
}

function slotOf(hash: number, shift: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> shift
}

function writeDelta(base: Buffer, target: Buffer, copies: readonly Copy[]): Buffer {
  const copiedBytes = copies.reduce((sum, copy) => sum + copy.length, 0)
  const room = target.length - copiedBytes + (copies.length + 1) * 2 * MAX_HEADER_BYTES
  const delta = Buffer.allocUnsafe(room)
  let end = writeVarint(delta, 0, target.length)
  end = writeVarint(delta, end, base.length)

  const insert = (start: number, stop: number) => {
    if (start === stop) return
    end = writeVarint(delta, end, (stop - start) * 2)
    end += target.copy(delta, end, start, stop)
  }
  let written = 0
  let copied = 0
  for (const { from, to, length } of copies) {
    insert(written, to)
    end = writeVarint(delta, end, length * 2 + 1)
    end = writeVarint(delta, end, zigzag(from - copied))
    written = to + length
    copied = from + length
  }
  insert(written, target.length)
  return Buffer.from(delta.subarray(0, end)) // without the room that was not needed
}

/** Buffers are compared natively by chunks of this many bytes, then byte by byte. */
const CHUNK_BYTES = 512

function commonPrefix(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  for (let next = CHUNK_BYTES; next <= most; next += CHUNK_BYTES) {
    if (a.compare(b, length, next, length, next) !== 0) break
    length = next
  }
  while (length < most && a[length] === b[length]) length++
  return length
}

/** Like `commonPrefix`, from the end, excluding the first `prefix` bytes of both. */
function commonSuffix(a: Buffer, b: Buffer, prefix: number): number {
  const most = Math.min(a.length, b.length) - prefix
  let endA = a.length
  let endB = b.length
  const stopA = endA - most
  while (endA - CHUNK_BYTES >= stopA) {
    if (a.compare(b, endB - CHUNK_BYTES, endB, endA - CHUNK_BYTES, endA) !== 0) break
    endA -= CHUNK_BYTES
    endB -= CHUNK_BYTES
  }
  while (endA > stopA && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  return a.length - endA
}

function readNumber(delta: Buffer, cursor: VarintCursor): number {
  const value = readVarint(delta, cursor)
  if (value < 0) throw new CorruptDeltaError('The delta is cut off or holds an endless number')
  return value
}

/** Zigzag coding: maps 0, -1, 1, -2 … to 0, 1, 2, 3 … */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}
