import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { causeOf, log } from '@/lib/log'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import { followDuplicates } from '../findings/follow-duplicates'
import { Shapes } from '../findings/shapes'
import {
  changedUnsigned,
  hashOf,
  type HeadRow,
  headsOf,
  noteSigned,
  putBands,
  unsignedStores,
  type UnsignedRow,
} from './sql/signed-memories'

const MEMORIES_PER_STEP = 50

/**
 * Each writes sixteen rows in as many places, which takes the most part of a commit: others wait for it no
 * longer than this. Milliseconds.
 */
const MAX_WRITE_MS = 4

/**
 * In a larger store, only what is written after an agent's first change is signed: a hundred
 * thousand memories would write gigabytes to find what nobody wrote twice lately.
 */
const MAX_SIGNED_AT_FIRST = 20_000

interface Signed {
  head: HeadRow
  bands: readonly number[]
}

interface Signing {
  /** shared with those who compare the same texts afterwards */
  shapes?: Shapes
  mostAtFirst?: number
  signal?: AbortSignal | undefined
}

/**
 * Keeps the bands of the heads of stores that agents write to, by which near duplicates are found
 * (lib/text/min-hash.ts), and follows those that were found. Costs what was changed since the last
 * time; the first time, the whole store if it has at most `mostAtFirst` memories. A store
 * that cannot be read keeps no other from it.
 */
export async function signMemories(
  db: Database,
  { shapes = new Shapes(), mostAtFirst = MAX_SIGNED_AT_FIRST, signal }: Signing = {},
): Promise<void> {
  const stores = await unsignedStores(db.read, mostAtFirst)
  for (const store of stores) {
    await signStore(db, store, { shapes, signal }).catch((error: unknown) => {
      signal?.throwIfAborted()
      log.warn('near duplicates could not be looked for', causeOf(error))
    })
  }
}

async function signStore(
  db: Database,
  store: UnsignedRow,
  { shapes, signal }: Pick<Step, 'shapes' | 'signal'>,
): Promise<void> {
  const changed = await changedUnsigned(db.bulk.until(signal), store)
  for (const part of chunked(changed, MEMORIES_PER_STEP)) {
    await signStep(db, { store, keys: part.map(({ memoryKey }) => memoryKey), shapes, signal })
  }
  await db.write((tx) => noteSigned(tx, store))
}

interface Step {
  store: UnsignedRow
  keys: readonly number[]
  shapes: Shapes
  signal: AbortSignal | undefined
}

async function signStep(db: Database, { store, keys, shapes, signal }: Step): Promise<void> {
  const heads = await headsOf(db.bulk.until(signal), keys)
  const texts = await versionTexts(db, {
    storeKey: store.key,
    sequences: heads.flatMap((head) => (head.sha256 === null ? [] : head.headSequence)),
    signal,
  })
  const maybeYield = turns(signal)
  const signed: Signed[] = []
  for (const head of heads) {
    const version = { storeKey: store.key, sequence: head.headSequence }
    const shape = await shapes.of(version, texts.get(head.headSequence), maybeYield)
    signed.push({ head, bands: shape?.bands ?? [] })
    await maybeYield()
  }
  for (let at = 0; at < signed.length;) {
    at = await db.write((tx) => writeSome(tx, store.key, signed, at))
  }
  await followDuplicates(db, { storeKey: store.key, memoryKeys: keys, shapes, signal })
}

/** Writes as many as a commit may take long; returns the place of the next. */
async function writeSome(
  tx: WriteSql,
  storeKey: number,
  signed: readonly Signed[],
  from: number,
): Promise<number> {
  const began = performance.now()
  let at = from
  for (const each of signed.slice(from)) {
    await writeBands(tx, storeKey, each)
    at++
    if (performance.now() - began > MAX_WRITE_MS) break
  }
  return at
}

/** Unless the memory changed or was redacted since it was read: then it is looked at again. */
async function writeBands(tx: WriteSql, storeKey: number, { head, bands }: Signed): Promise<void> {
  const now = await hashOf(tx, head)
  if (!now || now.sha256 !== head.sha256) return
  await putBands(tx, { storeKey, memoryKey: head.key, bands: [...new Set(bands)] })
}
