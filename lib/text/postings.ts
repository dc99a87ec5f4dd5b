import { MAX_VARINT_BYTES, readVarint, varintBytes, writeVarint, type VarintCursor } from './varint'

/*
 * A posting list: ascending whole numbers from 0 to 2^53 - 1, each stored as the varint of its
 * difference from the one before, the first from 0. The lists are stored in the search index: the
 * format never changes.
 */

/**
 * Encodes a list; no bytes for an empty one.
 *
 * @throws RangeError when the numbers do not ascend, or are not whole numbers from 0 to 2^53 - 1.
 */
export function encodePostings(ascending: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(ascending.length * MAX_VARINT_BYTES)
  let end = 0
  let last = 0
  for (const next of ascending) {
    refuseUnlessAscending(last, next, end === 0)
    end = writeVarint(bytes, end, next - last)
    last = next
  }
  return Buffer.from(bytes.subarray(0, end)) // without the room that was not needed
}

/**
 * Encodes a list that goes on after another, whose last number is `last`: the same bytes as those of
 * the whole list, without decoding what is there.
 *
 * @throws RangeError as `encodePostings` does.
 */
export function extendedPostings(
  bytes: Uint8Array,
  last: number,
  ascending: readonly number[],
): Buffer {
  const all = Buffer.allocUnsafe(bytes.length + ascending.length * MAX_VARINT_BYTES)
  all.set(bytes)
  let end = bytes.length
  let before = last
  for (const next of ascending) {
    refuseUnlessAscending(before, next, end === 0)
    end = writeVarint(all, end, end === 0 ? next : next - before)
    before = next
  }
  return Buffer.from(all.subarray(0, end)) // without the room that was not needed
}

/** Splits ascending numbers into the longest possible lists that each encode to at most `maxBytes`. */
export function inLists(ascending: readonly number[], maxBytes: number): number[][] {
  const lists: number[][] = []
  let list: number[] = []
  let bytes = 0
  let last = 0
  for (const next of ascending) {
    bytes += varintBytes(next - last)
    if (bytes > maxBytes && list.length > 0) {
      lists.push(list)
      list = []
      bytes = varintBytes(next)
    }
    list.push(next)
    last = next
  }
  if (list.length > 0) lists.push(list)
  return lists
}

/**
 * Decodes a list.
 *
 * @throws RangeError when `bytes` end inside a number, or contain one past 2^53 - 1.
 */
export function decodePostings(bytes: Uint8Array): number[] {
  const postings: number[] = []
  const cursor = { at: 0 }
  let last = 0
  while (cursor.at < bytes.length) {
    last += readDifference(bytes, cursor)
    postings.push(last)
  }
  return postings
}

function refuseUnlessAscending(last: number, next: number, isFirst: boolean): void {
  const isAscending = isFirst ? next >= 0 : next > last
  if (!isAscending || !Number.isSafeInteger(next)) {
    throw new RangeError(`The posting ${next} cannot follow ${isFirst ? 'nothing' : last}`)
  }
}

function readDifference(bytes: Uint8Array, cursor: VarintCursor): number {
  const difference = readVarint(bytes, cursor)
  if (difference < 0) throw new RangeError('The bytes are not those of a list of postings')
  return difference
}
