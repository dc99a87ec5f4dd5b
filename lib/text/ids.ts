/** The prefix of an id, which says what it names. A new kind of object gets its prefix here. */
export type IdPrefix =
  | 'memstore'
  | 'mem'
  | 'memver'
  | 'batch'
  | 'apikey'
  | 'client'
  | 'conn'
  | 'author'
  | 'job'
  | 'cause'
  | 'mtest'
  | 'mtrun'
  | 'seed'
  | 'folder'
  | 'ask'
  | 'held'
  | 'sesn'
  | 'sevt'
  | 'req'

/** Base 58 in the order of character codes, so that ids sort like the numbers in them. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = ALPHABET.length

/** Digits of an id's time; 58^8 ms: enough until the year 6026. */
const TIME_DIGITS = 8
const COUNTER_DIGITS = 3
const RANDOM_DIGITS = 13 // 13 × log2(58) = 76.1 bits

const MAX_COUNTER = BASE ** COUNTER_DIGITS - 1
const COUNTERS_KEPT = 1_024

/** Bytes from here up would bias towards the first digits, and are redrawn. */
const UNBIASED_BYTES = 256 - (256 % BASE)

/** The last counter of each of the latest milliseconds; several, because `at` need not be now. */
const counters = new Map<number, number>()

/**
 * A new id: the prefix, `_`, and 24 characters of base 58.
 *
 * Ids of one prefix sort by `at` (milliseconds since 1970, now unless given); those of the same
 * millisecond sort in the order in which this process created them, for the first 195,112 of them
 * and while the millisecond is among the last 1,024 asked for. The 76 random bits keep ids unique
 * in any case.
 *
 * What came before 1970 sorts as of its beginning, what comes after the year 6026 as of its end.
 *
 * @throws RangeError when `at` is not a whole number.
 */
export function newId(prefix: IdPrefix, at: number = Date.now()): string {
  if (!Number.isSafeInteger(at)) throw new RangeError(`An id cannot be made for the time ${at}`)
  const time = Math.min(Math.max(at, 0), BASE ** TIME_DIGITS - 1)
  const ordered = inDigits(time, TIME_DIGITS) + inDigits(nextCounter(time), COUNTER_DIGITS)
  return `${prefix}_${ordered}${randomDigits()}`
}

/** Returns whether a text looks as ids of ours do: of this installation or another. */
export const isId = (text: string): boolean => /^[a-z]+_[1-9A-Za-z]{24}$/.test(text)

function inDigits(value: number, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest = Math.floor(rest / BASE)) {
    digits = (ALPHABET[rest % BASE] ?? '') + digits
  }
  return digits
}

function nextCounter(at: number): number {
  const last = counters.get(at)
  const counter = last === undefined ? 0 : Math.min(last + 1, MAX_COUNTER)
  // Anew, so that it is the latest.
  counters.delete(at)
  counters.set(at, counter)
  const [oldest] = counters.size > COUNTERS_KEPT ? counters.keys() : []
  if (oldest !== undefined) counters.delete(oldest)
  return counter
}

function randomDigits(): string {
  let digits = ''
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS + 3))) {
      if (byte < UNBIASED_BYTES) digits += ALPHABET[byte % BASE]
    }
  }
  return digits.slice(0, RANDOM_DIGITS)
}
