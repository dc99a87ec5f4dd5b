import { comparedLine } from './compared-line'

/** Numbers of a signature: its estimate is off by 0.05 on average. */
export const PERMUTATIONS = 64

/** Words that are compared together. */
const WORDS = 3

/** Numbers of a signature that must all agree for two texts to share a band. */
const NUMBERS_PER_BAND = 4

/**
 * For each permutation a number that is odd, so that multiplying by it loses nothing, and one that
 * is added. They are part of stored signatures: they never change.
 */
const FACTORS = Int32Array.from(numbersFrom(0x9e3779b9), (number) => number | 1)
const SUMMANDS = Int32Array.from(numbersFrom(0x85ebca6b))

function numbersFrom(seed: number): number[] {
  let state = seed
  return Array.from({ length: PERMUTATIONS }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  })
}

/**
 * Each three words in a row of a text, as a number. Lines are compared as `comparedLine` gives them.
 * Null: the text has too few words to compare.
 */
export function shinglesOf(text: string): ReadonlySet<number> | null {
  return shinglesOfWords(text.split('\n').flatMap(wordsOf))
}

/** The words of a line, as they are compared. */
export const wordsOf = (line: string): string[] => comparedLine(line)?.split(' ') ?? []

/** The same of the words of a text's lines, in their order. */
export function shinglesOfWords(words: readonly string[]): ReadonlySet<number> | null {
  if (words.length < WORDS) return null
  const hashes = words.map(hashOf)
  const shingles = new Set<number>()
  for (let at = 0; at + WORDS <= hashes.length; at++) {
    shingles.add(
      mixed(
        Math.imul(mixed(Math.imul(hashes[at] ?? 0, 31) ^ (hashes[at + 1] ?? 0)), 31) ^
          (hashes[at + 2] ?? 0),
      ),
    )
  }
  return shingles
}

/**
 * A text's signature (MinHash, Broder 1997) over each three words in a row. It tells how alike two
 * texts are, and of a guessed text whether it was this one: a redaction drops it. Null: the text
 * has too few words to compare.
 */
export function minHash(text: string): Uint32Array | null {
  const shingles = shinglesOf(text)
  return shingles && signatureOf(shingles)
}

/** The signature of a text of which these are the parts. */
export function signatureOf(shingles: Iterable<number>): Uint32Array {
  const signature = new Uint32Array(PERMUTATIONS).fill(0xffffffff)
  for (const shingle of shingles) {
    for (let index = 0; index < PERMUTATIONS; index++) {
      const value =
        (Math.imul(shingle, FACTORS[index] as number) + (SUMMANDS[index] as number)) >>> 0
      if (value < (signature[index] as number)) signature[index] = value
    }
  }
  return signature
}

/**
 * The bands of a signature: 16 numbers of 32 bits, each of four of its numbers and of its place. Of
 * two texts that are alike by 0.8 all but one pair in 4,000 share a band, so that near duplicates
 * are looked up instead of being compared with everything.
 */
export function bandsOf(signature: Uint32Array): number[] {
  return Array.from({ length: PERMUTATIONS / NUMBERS_PER_BAND }, (_, place) => {
    const from = place * NUMBERS_PER_BAND
    return signature
      .subarray(from, from + NUMBERS_PER_BAND)
      .reduce((band, number) => mixed(Math.imul(band, 31) ^ number), place + 1)
  })
}

/** The share of two texts' parts that are in both (Jaccard), from 0 to 1. */
export function commonShare(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one]
  let common = 0
  for (const shingle of few) if (many.has(shingle)) common++
  const all = one.size + other.size - common
  return all === 0 ? 1 : common / all
}

/** The estimated share of two texts' parts that are in both (Jaccard), from 0 to 1. */
export function likeness(one: Uint32Array, other: Uint32Array): number {
  let same = 0
  for (let index = 0; index < PERMUTATIONS; index++) {
    if (one[index] === other[index]) same++
  }
  return same / PERMUTATIONS
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  }
  return hash
}

function mixed(number: number): number {
  const once = Math.imul(number ^ (number >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return twice ^ (twice >>> 16)
}
