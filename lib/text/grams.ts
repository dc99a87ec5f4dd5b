/** A text without a line of this many UTF-16 units has no grams and cannot be found by an index. */
export const MIN_SEARCH_CHARS = 3

/**
 * Grams are numbers of 18 bits: few enough for one bitmap to hold them all, enough for two grams of
 * a text to seldom collide. They are stored in the search index: the hash never changes.
 */
const GRAM_BITS = 18

const LINE_FEED = 10

/** A bit for every possible gram; all 0 between calls. */
const bitmap = new Uint32Array(2 ** GRAM_BITS / 32)

/**
 * The distinct grams of a folded text, ascending: each three consecutive UTF-16 units within a
 * line, as a number from 0 to 262,143. Equal grams always get equal numbers; different ones may
 * collide, so a text with all grams of a query may still not contain it.
 */
export function gramsOf(folded: string): Int32Array {
  let count = 0
  let first = LINE_FEED
  let second = LINE_FEED
  for (let at = 0; at < folded.length; at++) {
    const third = folded.charCodeAt(at)
    if (first !== LINE_FEED && second !== LINE_FEED && third !== LINE_FEED) {
      const gram = gramOf(first, second, third)
      const word = bitmap[gram >>> 5] ?? 0
      const bit = 1 << (gram & 31)
      if ((word & bit) === 0) {
        bitmap[gram >>> 5] = word | bit
        count++
      }
    }
    first = second
    second = third
  }
  return takeBits(count)
}

/**
 * The grams that any text containing this folded query must have: those of each line of it that is
 * long enough. None when no line is.
 */
export function queryGrams(foldedQuery: string): Int32Array {
  return gramsOf(foldedQuery)
}

function gramOf(first: number, second: number, third: number): number {
  let mixed =
    Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x2c1b3c6d) >>> (32 - GRAM_BITS)
}

/** The indexes of the `count` set bits, ascending; clears them. Avoids a sort. */
function takeBits(count: number): Int32Array {
  const taken = new Int32Array(count)
  for (let word = 0, length = 0; length < count; word++) {
    let bits = bitmap[word] ?? 0
    bitmap[word] = 0
    while (bits !== 0) {
      const lowest = 31 - Math.clz32(bits & -bits)
      taken[length++] = word * 32 + lowest
      bits &= bits - 1
    }
  }
  return taken
}
