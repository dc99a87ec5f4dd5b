import { createHmac } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { fingerprintKey } from '@/lib/db/fingerprint-key'
import { turns } from '@/lib/turns'

/** Shorter texts stand in too much that was not meant. */
const LEAST_CHARACTERS = 6

/** Fingerprints of a store that are kept, the newest. */
const MOST_KEPT = 1_000

/**
 * Remembers that these texts were redacted, for stores whose folder has the gate: as fingerprints, from
 * which no text follows. `storeKeys` null: all stores.
 */
export async function noteRedactedTexts(
  db: Database,
  { texts, storeKeys }: { texts: readonly string[]; storeKeys: readonly number[] | null },
): Promise<void> {
  const rows = await db.read.all<{ store_key: number }>(
    'SELECT store_key FROM connections WHERE gate = 1',
  )
  const gated = rows.map((row) => row.store_key)
  const stores = storeKeys === null ? gated : gated.filter((key) => storeKeys.includes(key))
  const prints = texts.filter((text) => text.length >= LEAST_CHARACTERS).map(fingerprintOf)
  if (stores.length === 0 || prints.length === 0) return
  const now = Date.now()
  await db.write(async (tx) => {
    for (const storeKey of stores) {
      for (const { length, sum, mac } of prints) {
        await tx.run('DELETE FROM redacted_texts WHERE store_key = ? AND mac = ?', [storeKey, mac])
        await tx.run(
          `INSERT INTO redacted_texts (store_key, length, sum, mac, created_at)
           VALUES (?, ?, ?, ?, ?)`,
          [storeKey, length, sum, mac, now],
        )
      }
      await tx.run(
        `DELETE FROM redacted_texts WHERE store_key = ? AND key <= coalesce((
           SELECT key FROM redacted_texts WHERE store_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?), 0)`,
        [storeKey, storeKey, MOST_KEPT],
      )
    }
  })
}

/** Whether a text holds one that was redacted in a store while its folder had the gate. */
export async function holdsRedactedText(
  db: Database,
  { storeId, text }: { storeId: string; text: string },
): Promise<boolean> {
  const prints = await db.read.all<Fingerprint>(
    `SELECT r.length, r.sum, r.mac FROM redacted_texts r
     JOIN memory_stores s ON s.key = r.store_key WHERE s.id = ?`,
    [storeId],
  )
  const byLength = new Map<number, Fingerprint[]>()
  for (const print of prints) {
    byLength.set(print.length, [...(byLength.get(print.length) ?? []), print])
  }
  const giveWay = turns()
  for (const [length, same] of byLength) {
    const sums = new Map(same.map(({ sum, mac }) => [sum, mac]))
    for (const at of startsWithSum(text, length, sums)) {
      const part = text.slice(at, at + length)
      if (same.some(({ mac }) => mac === macOf(part))) return true
    }
    await giveWay()
  }
  return false
}

interface Fingerprint {
  length: number
  sum: number
  mac: string
}

function fingerprintOf(text: string): Fingerprint {
  return { length: text.length, sum: sumOf(text) >>> 0, mac: macOf(text) }
}

const macOf = (text: string) => createHmac('sha256', fingerprintKey()).update(text).digest('hex')

/** What the sum multiplies by: odd, and known only with the key. */
const base = () => fingerprintKey().readUInt32LE(0) | 1

function sumOf(text: string): number {
  const by = base()
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, by) + text.charCodeAt(at)) | 0
  return sum
}

/** Where a part of this length begins whose sum is one of these: the sum rolls over the text. */
function* startsWithSum(
  text: string,
  length: number,
  sums: ReadonlyMap<number, unknown>,
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
