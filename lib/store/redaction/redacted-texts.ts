import { REDACTED } from '../model/redacted-text'
import { createHmac } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { fingerprintKey, fingerprintKeyId } from '@/lib/db/fingerprint-key'
import type { Sql } from '@/lib/db/sql'
import { turns } from '@/lib/turns'
import {
  type Fingerprint,
  keepNewest,
  putRedactedText,
  redactedTexts,
  storeKeyOf,
  storesWithFolders,
} from './sql/redacted-texts'

/** Shorter texts stand in too much that was not meant. */
const MIN_CHARACTERS = 6

/** Fingerprints of a store that are kept, the newest. */
const MAX_KEPT = 1_000

/** Replaces a redacted text that came back. */

/**
 * Remembers that these texts were redacted, for stores with a folder, where they may still stand: as
 * fingerprints, from which no text follows. `storeKeys` null: all stores.
 */
export async function noteRedactedTexts(
  db: Database,
  { texts, storeKeys }: { texts: readonly string[]; storeKeys: readonly number[] | null },
): Promise<void> {
  const rows = await storesWithFolders(db.read)
  const connected = rows.map((row) => row.storeKey)
  const stores = storeKeys === null ? connected : connected.filter((key) => storeKeys.includes(key))
  const prints = texts.filter((text) => text.length >= MIN_CHARACTERS).map(fingerprintOf)
  if (stores.length === 0 || prints.length === 0) return
  const now = Date.now()
  const keyId = fingerprintKeyId()
  await db.write(async (tx) => {
    for (const storeKey of stores) {
      for (const print of prints) await putRedactedText(tx, { storeKey, print, keyId, now })
      await keepNewest(tx, storeKey, MAX_KEPT)
    }
  })
}

/** Returns whether a text holds one that was redacted in a store while it had its folder. */
export async function holdsRedactedText(
  db: Database,
  { storeId, text }: { storeId: string; text: string },
): Promise<boolean> {
  const store = await storeKeyOf(db.read, storeId)
  if (!store) return false
  const known = await redactedTextsOf(db.read, store.key)
  for await (const _ of placesOf(known, text)) return true
  return false
}

/** `createdAt`: when its text was redacted, milliseconds since 1970. */
type DatedFingerprint = Fingerprint & { createdAt: number }

/**
 * Returns when the last redacted one of the texts in another text was redacted; null: it holds
 * none.
 */
export async function redactedIn(known: RedactedTexts, text: string): Promise<number | null> {
  let last: number | null = null
  for await (const { at } of placesOf(known, text)) last = Math.max(last ?? at, at)
  return last
}

/** Fingerprints of the texts redacted in a store while it had its folder. */
export interface RedactedTexts {
  /** of the newest; 0: there is none */
  newest: number
  byLength: ReadonlyMap<number, readonly DatedFingerprint[]>
}

/** `storeKey` null: in any store. */
export async function redactedTextsOf(sql: Sql, storeKey: number | null): Promise<RedactedTexts> {
  const prints = await redactedTexts(sql, { storeKey, keyId: fingerprintKeyId() })
  const byLength = new Map<number, DatedFingerprint[]>()
  for (const print of prints) {
    const same = byLength.get(print.length)
    if (same) same.push(print)
    else byLength.set(print.length, [print])
  }
  return { newest: prints.at(-1)?.key ?? 0, byLength }
}

/** A text without what was redacted: what comes back from where a redaction does not reach. */
export async function withoutRedactedTexts(known: RedactedTexts, text: string): Promise<string> {
  const places: Place[] = []
  for await (const place of placesOf(known, text)) places.push(place)
  places.sort((one, other) => one.from - other.from)
  let left = ''
  let upTo = 0
  for (const { from, to } of places) {
    if (from >= upTo) left += text.slice(upTo, from) + REDACTED
    upTo = Math.max(upTo, to)
  }
  return left + text.slice(upTo)
}

/** Characters of a text, `to` exclusive. */
interface Place {
  from: number
  to: number
  /** when that was redacted, milliseconds since 1970 */
  at: number
}

/** Finds redacted texts in a text; some may overlap. */
async function* placesOf({ byLength }: RedactedTexts, text: string): AsyncGenerator<Place> {
  const maybeYield = turns()
  for (const [length, same] of byLength) {
    const sums = new Set(same.map(({ sum }) => sum))
    for (const from of startsWithSum(text, length, sums)) {
      const mac = macOf(text.slice(from, from + length))
      const print = same.find((each) => each.mac === mac)
      if (print) yield { from, to: from + length, at: print.createdAt }
    }
    await maybeYield()
  }
}

function fingerprintOf(text: string): Fingerprint {
  return { length: text.length, sum: sumOf(text) >>> 0, mac: macOf(text) }
}

const macOf = (text: string) => createHmac('sha256', fingerprintKey()).update(text).digest('hex')

/** The factor of the sum: odd, and known only with the key. */
const base = () => fingerprintKey().readUInt32LE(0) | 1

function sumOf(text: string): number {
  const by = base()
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, by) + text.charCodeAt(at)) | 0
  return sum
}

/**
 * Yields the starts of the parts of this length whose sum is one of these: the sum rolls over the
 * text.
 */
function* startsWithSum(
  text: string,
  length: number,
  sums: ReadonlySet<number>,
): Generator<number> {
  if (text.length < length) return
  const by = base()
  let highest = 1
  for (let at = 1; at < length; at++) highest = Math.imul(highest, by)
  let sum = sumOf(text.slice(0, length))
  for (let at = 0; ; at++) {
    if (sums.has(sum >>> 0)) yield at
    if (at + length >= text.length) return
    const without = (sum - Math.imul(text.charCodeAt(at), highest)) | 0
    sum = (Math.imul(without, by) + text.charCodeAt(at + length)) | 0
  }
}
