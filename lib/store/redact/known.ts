import { db, type Reader, turn, type Tx } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import {
  fingerprintKey,
  fingerprintKeyId,
  keyedHash,
  knownFingerprintKeyId,
} from '@/lib/db/fingerprint-key'
import { groupedBy } from '@/lib/text/lists'

/**
 * Redacted texts are known again where a folder, a seed or an agent brings them back: by their length, a
 * sum that rolls over the text that comes, and a hash under a key that is not in the database.
 */

/** Shorter texts stand in too much that was not meant. */
const MIN_CHARACTERS = 6

/** Fingerprints of a store that are kept, the newest. */
const MAX_KEPT = 1_000

/** Remembers texts that are being redacted in a store; `storeId` null: in all of them. */
export async function noteRedacted(
  tx: Tx,
  storeId: string | null,
  texts: readonly string[],
  now: Date,
): Promise<void> {
  const keyId = fingerprintKeyId()
  for (const text of texts.filter(({ length }) => length >= MIN_CHARACTERS)) {
    const print = {
      storeId,
      length: text.length,
      sum: BigInt(sumOf(text)),
      mac: keyedHash(text),
      keyId,
    }
    await tx.redaction.deleteMany({ where: print })
    await tx.redaction.create({ data: { ...print, createdAt: now } })
  }
  const surplus = await tx.redaction.findMany({
    where: { storeId, mac: { not: null } },
    select: { key: true },
    orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    skip: MAX_KEPT,
  })
  if (surplus.length === 0) return
  await tx.redaction.deleteMany({ where: { key: { in: surplus.map(({ key }) => key) } } })
}

interface Fingerprint {
  sum: number
  mac: string
  at: Date
}

/** What was redacted in a store, or in all of them, as far as this server knows it again. */
export type RedactedTexts = ReadonlyMap<number, readonly Fingerprint[]>

export async function redactedTextsOf(storeId: string): Promise<RedactedTexts> {
  const rows = await db.redaction.findMany({
    where: { ...textsOf(storeId), keyId: knownFingerprintKeyId() ?? '' },
    select: { length: true, sum: true, mac: true, createdAt: true },
  })
  const groups = groupedBy(rows, ({ length }) => length ?? 0)
  return new Map(
    [...groups].map(([length, same]) => [
      length,
      same.map(({ sum, mac, createdAt }) => ({ sum: Number(sum), mac: mac ?? '', at: createdAt })),
    ]),
  )
}

/** By its number the last redaction of a text of a store, whatever clocks say: what was looked through before knew less. */
export async function lastRedaction(storeId: string, from: Pick<Reader, 'redaction'> = db) {
  const where = textsOf(storeId)
  return (await from.redaction.aggregate({ where, _max: { key: true } }))._max.key
}

const textsOf = (storeId: string) => ({
  OR: [{ storeId }, { storeId: null }],
  mac: { not: null },
})

/** When the text in another one that was redacted last was; null: it holds none that is known. */
export async function redactedIn(known: RedactedTexts, text: string): Promise<Date | null> {
  let last: Date | null = null
  for (const [length, prints] of known) {
    for (const { at } of foundIn(text, length, prints)) if (!last || at > last) last = at
    await turn()
  }
  return last
}

/** A text with what was redacted replaced by `[redacted]`; equal to it where it holds none that is known. */
export async function withoutRedacted(known: RedactedTexts, text: string): Promise<string> {
  let left = text
  // The longest first: a shorter one may stand in it.
  for (const [length, prints] of [...known].toSorted(([one], [other]) => other - one)) {
    const found = new Set([...foundIn(left, length, prints)].map(({ part }) => part))
    for (const part of found) left = left.replaceAll(part, REDACTED)
    await turn()
  }
  return left
}

/** What stands in the place of a text that comes back. */
export const REDACTED = '[redacted]'

/** The factor of the sum: odd, and known only with the key. */
const factor = () => fingerprintKey().readUInt32LE(0) | 1

function sumOf(text: string): number {
  const by = factor()
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, by) + text.charCodeAt(at)) | 0
  return sum >>> 0
}

/** The parts of this length that were redacted, and when they were. */
function* foundIn(text: string, length: number, prints: readonly Fingerprint[]) {
  const sums = new Set(prints.map(({ sum }) => sum))
  for (const from of startsWithSum(text, length, sums)) {
    const part = text.slice(from, from + length)
    const mac = keyedHash(part)
    const print = prints.find((each) => each.mac === mac)
    if (!print) continue
    // Once is enough: a text of one letter alone would be hashed at each place.
    if (prints.every((each) => each.sum !== print.sum || each.mac === mac)) sums.delete(print.sum)
    yield { part, at: print.at }
  }
}

/** Where parts of this length begin whose sum is one of these. */
function* startsWithSum(
  text: string,
  length: number,
  sums: ReadonlySet<number>,
): Generator<number> {
  if (text.length < length) return
  const by = factor()
  let highest = 1
  for (let at = 1; at < length; at++) highest = Math.imul(highest, by)
  let sum = sumOf(text.slice(0, length)) | 0
  for (let at = 0; ; at++) {
    if (sums.has(sum >>> 0)) yield at
    if (at + length >= text.length) return
    const without = (sum - Math.imul(text.charCodeAt(at), highest)) | 0
    sum = (Math.imul(without, by) + text.charCodeAt(at + length)) | 0
  }
}

/** A place where something was redacted: when last, and at which number of the store. */
export interface RedactedAt {
  at: Date
  sequence: number
}

const VERSIONS_A_STATEMENT = 1_000

/**
 * Paths of a store at which a version was redacted, or lost a text. An emptied version has no path any
 * more: it is told where its memory lies now.
 */
export async function redactedPathsOf(
  storeId: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, RedactedAt>> {
  const paths = new Map<string, RedactedAt>()
  const read = (last: { sequence: number } | undefined, take: number) =>
    db.version.findMany({
      where: { storeId, sequence: { gt: last?.sequence ?? 0 } },
      select: {
        sequence: true,
        path: true,
        redactedAt: true,
        rewrittenAt: true,
        memory: { select: { path: true } },
      },
      orderBy: { sequence: 'asc' },
      take,
    })
  for await (const rows of pagesOf(VERSIONS_A_STATEMENT, read, signal)) {
    for (const { sequence, path, redactedAt, rewrittenAt, memory } of rows) {
      const at = redactedAt ?? rewrittenAt
      const where = path ?? memory.path
      if (at && where !== null) paths.set(where, { at, sequence })
    }
  }
  return paths
}

/**
 * Tells the operator, in one line, that texts were redacted under another fingerprint key than this
 * server's, which it does not know again; null: there are none.
 */
export async function fingerprintAdvice(): Promise<string | null> {
  const keyId = knownFingerprintKeyId() ?? ''
  const count = await db.redaction.count({ where: { mac: { not: null }, keyId: { not: keyId } } })
  if (count === 0) return null
  return `${count} fingerprints of redacted texts were made by another key than this server has, so it does not know these texts again if a folder brings them back: set FINGERPRINT_KEY to that key, the same on every server of this database`
}
