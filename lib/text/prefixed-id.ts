import { randomFillSync } from 'node:crypto'
import { ID_ALPHABET, TIME_DIGITS } from './id-digits'

/** The prefix of an id, which says what it names. A new kind of object gets its prefix here. */
export type IdPrefix =
  | 'memstore'
  | 'mem'
  | 'memver'
  | 'apikey'
  | 'user'
  | 'sesn'
  | 'sevt'
  | 'req'
  | 'batch'
  | 'rule'
  | 'job'
  | 'seed'
  | 'chgset'
  | 'prop'
  | 'find'
  | 'fexc'
  | 'cmnt'
  | 'remark'
  | 'conn'
  | 'cause'
  | 'mtest'
  | 'mtrun'
  | 'exprm'
  | 'exrun'
  | 'rply'
  | 'bsct'

const ALPHABET = Buffer.from(ID_ALPHABET)

const COUNTER_DIGITS = 3
const RANDOM_DIGITS = 13 // 13 × log2(58) = 76.1 bits
const ID_DIGITS = TIME_DIGITS + COUNTER_DIGITS + RANDOM_DIGITS

const MAX_COUNTER = 58 ** COUNTER_DIGITS - 1
const COUNTERS_KEPT = 1_024

/** Bytes from here up would bias towards the first digits, and are redrawn. */
const UNBIASED_BYTES = 256 - (256 % 58)

const digits = Buffer.alloc(ID_DIGITS)
const randomPool = Buffer.alloc(4_096)
let randomUsed = randomPool.length
let writtenTime = -1

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
 * @throws RangeError when `at` is not a whole number between 1970 and the year 6026.
 */
export function newId(prefix: IdPrefix, at: number = Date.now()): string {
  if (at !== writtenTime) {
    if (!Number.isSafeInteger(at) || at < 0 || at >= 58 ** TIME_DIGITS) {
      throw new RangeError(`An id cannot be made for the time ${at}`)
    }
    writeNumber(at, 0, TIME_DIGITS)
    writtenTime = at
  }
  writeNumber(nextCounter(at), TIME_DIGITS, COUNTER_DIGITS)
  for (let index = TIME_DIGITS + COUNTER_DIGITS; index < ID_DIGITS; index++) {
    digits[index] = ALPHABET[randomDigit()] ?? 0
  }
  return `${prefix}_${digits.toString('latin1', 0, ID_DIGITS)}`
}

/**
 * Returns whether `text` has the form of an id with this prefix. Foreign ids may be longer and use
 * base 62 (API page, "Objects and ids"); they count as well.
 */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.startsWith(prefix) &&
    text[prefix.length] === '_' &&
    /^[0-9A-Za-z]{24,64}$/.test(text.slice(prefix.length + 1))
  )
}

function writeNumber(value: number, start: number, length: number): void {
  let rest = value
  for (let index = start + length - 1; index >= start; index--) {
    const quotient = Math.floor(rest / 58)
    digits[index] = ALPHABET[rest - quotient * 58] ?? 0
    rest = quotient
  }
}

function nextCounter(at: number): number {
  const last = counters.get(at)
  const counter = last === undefined ? 0 : Math.min(last + 1, MAX_COUNTER)
  counters.set(at, counter)
  if (counters.size > COUNTERS_KEPT) dropOldestCounter()
  return counter
}

function dropOldestCounter(): void {
  for (const at of counters.keys()) {
    counters.delete(at)
    return
  }
}

function randomDigit(): number {
  for (;;) {
    if (randomUsed === randomPool.length) {
      randomFillSync(randomPool)
      randomUsed = 0
    }
    const byte = randomPool[randomUsed++] ?? UNBIASED_BYTES
    if (byte < UNBIASED_BYTES) return byte % 58
  }
}
