import { comparePaths } from './memory-path'

/**
 * Compares paths as a tree shows them: within a folder its folders come first, and numbers in names
 * count (`2` before `10`); all else is by bytes. A folder's path may end with a slash, and comes
 * before what is in it.
 */
export function compareInTree(one: string, other: string): number {
  const from = lastSharedFolder(one, other)
  if (one.length === from || other.length === from) return one.length - other.length
  const end = one.indexOf('/', from)
  const otherEnd = other.indexOf('/', from)
  if ((end === -1) !== (otherEnd === -1)) return end === -1 ? 1 : -1
  if (end === -1) return compareNames(one.slice(from), other.slice(from))
  return compareNames(one.slice(from, end), other.slice(from, otherEnd))
}

/** The offset of the first names in which two paths differ. */
function lastSharedFolder(one: string, other: string): number {
  const shared = Math.min(one.length, other.length)
  let from = 0
  for (let at = 0; at < shared && one[at] === other[at]; at++) if (one[at] === '/') from = at + 1
  return from
}

/** Compares names by their bytes, but runs of digits as numbers. */
export function compareNames(one: string, other: string): number {
  let at = 0
  let otherAt = 0
  while (at < one.length && otherAt < other.length) {
    const end = digitsEnd(one, at)
    const otherEnd = digitsEnd(other, otherAt)
    const order =
      end > at && otherEnd > otherAt
        ? compareNumbers(one.slice(at, end), other.slice(otherAt, otherEnd))
        : comparePaths(one.charAt(at), other.charAt(otherAt))
    if (order !== 0) return order
    at = Math.max(end, at + 1)
    otherAt = Math.max(otherEnd, otherAt + 1)
  }
  // `01` and `1` are the same number: something decides all the same.
  return one.length - at - (other.length - otherAt) || comparePaths(one, other)
}

function digitsEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at++
  return at
}

const ZERO = 0x30
const NINE = 0x39

/** Compares numbers of any length: names can be longer than a number is exact. */
function compareNumbers(one: string, other: string): number {
  const bare = one.replace(/^0+/, '')
  const otherBare = other.replace(/^0+/, '')
  return bare.length - otherBare.length || comparePaths(bare, otherBare)
}
