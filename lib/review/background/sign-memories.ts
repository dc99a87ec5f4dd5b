import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { causeOf, log } from '@/lib/log'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { chunked } from '@/lib/text/chunked'
import { bandsOf, signatureOf } from '@/lib/text/min-hash'
import { turns } from '@/lib/turns'
import { endedDuplicates, fixEnded } from '../findings/hygiene-in'
import { distinctiveShingles } from '../findings/near-duplicate'

const MEMORIES_PER_STEP = 50

/** Each writes sixteen rows in as many places: others wait for the commit. */
const MEMORIES_PER_WRITE = 5

/**
 * Of a larger store only what is written from the first change of an agent on is signed: a hundred
 * thousand memories would write gigabytes to find what nobody wrote twice lately.
 */
const MAX_SIGNED_AT_FIRST = 20_000

interface UnsignedStore {
  key: number
  signed: number
  last: number
}

interface HeadRow {
  key: number
  head_sequence: number
  sha256: string | null
}

interface Signed {
  head: HeadRow
  bands: readonly number[]
}

/**
 * Keeps the bands of the heads of stores that agents write to, by which near duplicates are found
 * (lib/text/min-hash.ts), and fixes what was one and is not any more. Costs what was changed since
 * the last time; the first time, the whole store if it has at most `mostAtFirst` memories. A store
 * that cannot be read keeps no other from it.
 */
export async function signMemories(
  db: Database,
  signal?: AbortSignal,
  mostAtFirst = MAX_SIGNED_AT_FIRST,
): Promise<void> {
  const stores = await db.read.all<UnsignedStore>(
    `SELECT s.key, s.last_sequence AS last,
       CASE WHEN coalesce(x.signed_sequence, 0) > 0 THEN x.signed_sequence
         WHEN s.memory_count <= ? THEN 0
         ELSE (SELECT min(c.first_sequence) - 1 FROM changesets c WHERE c.store_key = s.key)
         END AS signed
     FROM memory_stores s LEFT JOIN store_scans x ON x.store_key = s.key
     WHERE s.deleted_at IS NULL AND s.last_sequence > coalesce(x.signed_sequence, 0)
       AND EXISTS (SELECT 1 FROM changesets c WHERE c.store_key = s.key)`,
    [mostAtFirst],
  )
  for (const store of stores) {
    await signStore(db, store, signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      log.warn('near duplicates could not be looked for', causeOf(error))
    })
  }
}

async function signStore(
  db: Database,
  store: UnsignedStore,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const keys of chunked(await changedMemories(db, store, signal), MEMORIES_PER_STEP)) {
    await signStep(db, { store, keys, signal })
  }
  await db.write((tx) =>
    tx.run(
      `INSERT INTO store_scans (store_key, followed_sequence, signed_sequence) VALUES (?, ?, ?)
       ON CONFLICT (store_key) DO UPDATE SET signed_sequence = excluded.signed_sequence`,
      [store.key, store.last, store.last],
    ),
  )
}

async function changedMemories(
  db: Database,
  { key, signed, last }: UnsignedStore,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const rows = await db.bulk.until(signal).all<{ memory_key: number }>(
    `SELECT DISTINCT memory_key FROM memory_versions
       WHERE store_key = ? AND sequence > ? AND sequence <= ? ORDER BY memory_key`,
    [key, signed, last],
  )
  return rows.map((row) => row.memory_key)
}

interface Step {
  store: UnsignedStore
  keys: readonly number[]
  signal: AbortSignal | undefined
}

async function signStep(db: Database, { store, keys, signal }: Step): Promise<void> {
  const heads = await db.bulk.until(signal).all<HeadRow>(
    `SELECT m.key, m.head_sequence, v.sha256 FROM memories m CROSS JOIN memory_versions v
     WHERE m.key IN (${keys.map(() => '?').join(', ')})
       AND v.store_key = m.store_key AND v.sequence = m.head_sequence`,
    keys,
  )
  const texts = await versionTexts(db, {
    storeKey: store.key,
    sequences: heads.flatMap((head) => (head.sha256 === null ? [] : head.head_sequence)),
    signal,
  })
  const maybeYield = turns(signal)
  const signed: Signed[] = []
  for (const head of heads) {
    const shingles = await distinctiveShingles(texts.get(head.head_sequence) ?? '', maybeYield)
    signed.push({ head, bands: shingles ? bandsOf(signatureOf(shingles)) : [] })
    await maybeYield()
  }
  for (const part of chunked(signed, MEMORIES_PER_WRITE)) {
    await db.write(async (tx) => {
      for (const each of part) await writeBands(tx, store.key, each)
    })
  }
  const ended = await endedDuplicates(db, { storeKey: store.key, memoryKeys: keys, signal })
  if (ended.length > 0) await db.write((tx) => fixEnded(tx, store.key, ended))
}

/** Unless the memory changed or was redacted since it was read: then it is looked at again. */
async function writeBands(tx: WriteSql, storeKey: number, { head, bands }: Signed): Promise<void> {
  const now = await tx.get<{ sha256: string | null }>(
    `SELECT v.sha256 FROM memories m JOIN memory_versions v
       ON v.store_key = m.store_key AND v.sequence = m.head_sequence
     WHERE m.key = ? AND m.head_sequence = ?`,
    [head.key, head.head_sequence],
  )
  if (!now || now.sha256 !== head.sha256) return
  await tx.run('DELETE FROM memory_bands WHERE memory_key = ?', [head.key])
  if (bands.length === 0) return
  const unique = [...new Set(bands)]
  await tx.run(
    `INSERT INTO memory_bands (store_key, band, memory_key)
     VALUES ${unique.map(() => '(?, ?, ?)').join(', ')}`,
    unique.flatMap((band) => [storeKey, band, head.key]),
  )
}
