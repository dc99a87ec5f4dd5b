import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { turns } from '@/lib/turns'
import type { VersionRow } from '../versions/sql/version-rows'
import { appendEntries } from '../search/search-index'
import { predecessor, searchGrams } from '../search/search-text'
import { keepLater } from '../versions/keep-blame'
import { lockedProgress, setCompressed, versionsAfter } from './sql/compression'
import { replaceContent } from './sql/stored-content'
import {
  deltaContent,
  KEYFRAME_INTERVAL,
  readStored,
  storeWhole,
  wholeContent,
} from './stored-content'

/**
 * Work that a change defers so that writing is fast: its lines are added to the search index, its
 * content is deflated, and the content that it superseded becomes a delta against it. Until then
 * search reads the versions themselves. Versions are processed strictly in order of sequence, so
 * `compressed_sequence` alone records the progress; its row is locked by who compresses and who
 * redacts. Writers do not lock it: they add contents, and change none that is there.
 */

/**
 * A slice is one transaction, which on SQLite others wait for: short in the background, long when a
 * caller waits for all of it, because versions indexed together share their grams.
 */
const SHORT_SLICE: Slice = { fewest: 4, most: 128, ms: 10 }
const LONG_SLICE: Slice = { fewest: 32, most: 1024, ms: 40 }
const MAX_SLICE_BYTES = 512 * 1024

/** The work of one transaction. */
interface Slice {
  /** at least this many versions, if there are as many */
  fewest: number
  most: number
  /** past the fewest, no further version is begun after this many milliseconds */
  ms: number
}

interface Progress {
  /** whether the store has more to compress */
  hasMore: boolean
}

/**
 * Compresses the next few versions of a store. Does nothing while somebody else compresses it or
 * redacts, and then says that there is more.
 */
export async function compressSlice(db: Database, storeKey: number): Promise<Progress> {
  return db.write(async (tx) => {
    const store = await lockedProgress(tx, storeKey, 'skip')
    return store ? compressNext(tx, storeKey, { store, limit: SHORT_SLICE }) : { hasMore: true }
  })
}

/** Compresses all pending versions of a store; aborts with the signal's reason. */
export async function compressStore(
  db: Database,
  storeKey: number,
  signal?: AbortSignal,
): Promise<void> {
  while ((await db.write((tx) => compressLong(tx, storeKey))).hasMore) signal?.throwIfAborted()
}

/**
 * Like `compressStore`, inside a larger transaction, in which nobody else compresses the store from
 * here on: for who has locked the store's row and changes contents that are there.
 */
export async function compressWithin(tx: WriteSql, storeKey: number): Promise<void> {
  while ((await compressLong(tx, storeKey)).hasMore);
}

async function compressLong(tx: WriteSql, storeKey: number): Promise<Progress> {
  const store = await lockedProgress(tx, storeKey, 'wait')
  return store ? compressNext(tx, storeKey, { store, limit: LONG_SLICE }) : { hasMore: false }
}

interface Next {
  store: { compressedSequence: number; lastSequence: number }
  limit: Slice
}

/** Yields to readers as it goes. */
async function compressNext(
  tx: WriteSql,
  storeKey: number,
  { store, limit }: Next,
): Promise<Progress> {
  const began = performance.now()
  const maybeYield = turns()
  if (store.compressedSequence >= store.lastSequence) return { hasMore: false }
  const versions = await versionsAfter(tx, {
    storeKey,
    after: store.compressedSequence,
    limit: limit.most,
  })
  const slice: VersionRow[] = []
  const entries = new Map<number, number[]>()
  for (const version of withinBytes(versions)) {
    if (slice.length >= limit.fewest && performance.now() - began > limit.ms) break
    slice.push(version)
    const { memoryKey, ordinal, sequence } = version
    await keepLater(tx, { storeKey, memoryKey, ordinal, sequence })
    for (const gram of await compressVersion(tx, storeKey, version)) {
      const sequences = entries.get(gram)
      if (sequences) sequences.push(version.sequence)
      else entries.set(gram, [version.sequence])
    }
    await maybeYield()
  }
  const isLast = slice.length === versions.length && versions.length < limit.most
  const newest = slice.at(-1)?.sequence ?? store.lastSequence
  // Writers may have gone on since the lock: what was read is newer than what was known then.
  const compressed = isLast ? Math.max(store.lastSequence, newest) : newest
  await appendEntries(tx, storeKey, entries, maybeYield)
  await setCompressed(tx, storeKey, compressed)
  return { hasMore: compressed < store.lastSequence }
}

/** As many as fit a slice, but at least one. */
function withinBytes(versions: readonly VersionRow[]): VersionRow[] {
  let bytes = 0
  return versions.filter((version, index) => {
    bytes += version.size ?? 0
    return index === 0 || bytes <= MAX_SLICE_BYTES
  })
}

/**
 * Stores the superseded version as a delta, and returns the version's grams. What is damaged stays
 * as it is stored, no delta is made from it or against it, and only its path has grams.
 */
async function compressVersion(
  tx: WriteSql,
  storeKey: number,
  version: VersionRow,
): Promise<Iterable<number>> {
  // A memory's first version has none before it, and was stored whole.
  const isFirst = version.ordinal === 1
  const before = isFirst ? undefined : await predecessor(tx, version.memoryKey, version.sequence)
  const stored = before ? await readStored(tx, storeKey, before.sequence) : null
  const beforeBytes = Buffer.isBuffer(stored) ? stored : null
  const bytes = await readStored(tx, storeKey, version.sequence)
  if (bytes && !Buffer.isBuffer(bytes))
    return searchGrams(null, { path: version.path, content: '' })
  if (!bytes) {
    // A deleted memory's last content becomes no delta.
    if (before && beforeBytes && version.operation === 'deleted') {
      await replaceContent(tx, storeKey, before.sequence, wholeContent(beforeBytes))
    }
    return []
  }
  // This comes first: until now it may be a delta against the version that it supersedes.
  if (!isFirst) await storeWhole(tx, storeKey, version.sequence, bytes)
  if (before && beforeBytes) {
    const isKeyframe = before.ordinal % KEYFRAME_INTERVAL === 0
    const small = isKeyframe
      ? wholeContent(beforeBytes)
      : deltaContent(bytes, beforeBytes, version.sequence)
    await replaceContent(tx, storeKey, before.sequence, small)
  }
  if (version.untilSequence === null) {
    const whole = wholeContent(bytes)
    const isStoredSo = isFirst && whole.bytes === bytes
    if (!isStoredSo) await replaceContent(tx, storeKey, version.sequence, whole)
  }
  return searchGrams(
    before && beforeBytes ? { path: before.path, content: beforeBytes.toString('utf8') } : null,
    { path: version.path, content: bytes.toString('utf8') },
  )
}
