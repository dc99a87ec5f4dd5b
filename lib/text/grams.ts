/** The least that can be searched for. */
export const MIN_SEARCH_CHARS = 3

const GRAM_BITS = 18
const seen = new Uint8Array(1 << GRAM_BITS)
const LINE_FEED = 10

/** Three UTF-16 units as one of 2^18 numbers. */
function hash(first: number, second: number, third: number): number {
  let mixed =
    Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x2c1b3c6d) >>> (32 - GRAM_BITS)
}

/**
 * The distinct grams of a folded text, ascending: every three units that follow each other within a
 * line, hashed to 18 bits. Different grams may share a number, equal ones never differ.
 */
export function gramsOf(folded: string): Int32Array {
  const grams: number[] = []
  for (let at = 2; at < folded.length; at++) {
    const third = folded.charCodeAt(at)
    const second = folded.charCodeAt(at - 1)
    const first = folded.charCodeAt(at - 2)
    if (third === LINE_FEED || second === LINE_FEED || first === LINE_FEED) continue
    const gram = hash(first, second, third)
    if (seen[gram] === 1) continue
    seen[gram] = 1
    grams.push(gram)
  }
  for (const gram of grams) seen[gram] = 0
  return Int32Array.from(grams).sort()
}

/** The grams that every text with this folded query in it has. */
export function queryGrams(folded: string): Int32Array {
  return gramsOf(folded)
}
