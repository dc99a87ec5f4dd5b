import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { perProcess } from '@/lib/per-process'
import { chunked } from '@/lib/text/chunked'
import { DAY_MS } from '@/lib/text/day-ms'
import { groupedBy } from '@/lib/text/grouped-by'
import { type LineStanding, StandingCount } from '@/lib/text/line-standing'
import { turns } from '@/lib/turns'
import {
  type ChainVersion,
  isEmptied,
  type MemoryChain,
  memoryChains,
} from '../contents/memory-chains'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { DamagedContent, readContents, storedText } from '../contents/stored-content'
import type { Actor } from '../model/actor'
import { getStore } from '../stores/read-stores'
import { changedMemories, sizesOfChains } from '../undo/chosen-versions'
import type { ChainSize } from '../undo/sql/memories'
import { type RollbackRow, rollbacksOf } from '../undo/undo-rollbacks'
import { findStore } from '../write/store-transaction'

export interface StandingLinesInput {
  storeId: string
  /** lines written from then on, milliseconds since 1970 */
  since: number
  /** the most content to read, in bytes; left out: 32 MB */
  mostBytes?: number | undefined
  /** no further memory is begun after this many milliseconds; left out: two seconds */
  mostMs?: number | undefined
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

export interface StandingLines {
  /** who wrote lines, whose most stand first */
  writers: ({ actor: Actor } & LineStanding)[]
  /** how many changed memories were compared */
  memoryCount: number
  /** why some were left out; empty: none was */
  leftOut: ReadonlySet<LeftOut>
}

/**
 * The budget of bytes or time was spent; a memory is too large or changed too often to be compared;
 * it has a damaged version.
 */
export type LeftOut = 'many' | 'large' | 'damaged'

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MS = 2000

/** Memories with more changes or larger contents are left out: comparing one takes too long. */
const MAX_VERSIONS = 1000
const LARGEST_BYTES = 512 * 1024

const VERSIONS_PER_PART = 256

/**
 * Of the lines that each author wrote to a store since a time, how many are still in it. Blames the
 * memories that were changed since, the last changed first, until its budget of bytes or time is
 * spent; on a connection for long reads, and giving way. Refuses `store_not_found`.
 */
export async function standingLines(
  db: Database,
  input: StandingLinesInput,
): Promise<StandingLines> {
  const { since, signal, mostBytes = MAX_BYTES, mostMs = MAX_MS } = input
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const store = await findStore(sql, input.storeId)
  const end = performance.now() + mostMs
  const sums: Sums = new Map()
  const leftOut = new Set<LeftOut>()
  const result: StandingLines = { writers: [], memoryCount: 0, leftOut }
  let bytesLeft = mostBytes
  for await (const { first, keys } of changedMemories(sql, store.key, since)) {
    const sizes = await sizesOfChains(sql, keys, first)
    const chosen = keys.flatMap((memoryKey) => {
      const size = sizes.get(memoryKey)
      if (!size) return []
      if (!isSmall(size) || size.bytes > bytesLeft) {
        leftOut.add(isSmall(size) ? 'many' : 'large')
        return []
      }
      bytesLeft -= size.bytes
      return { memoryKey, versions: size.versions }
    })
    for (const part of partsOf(chosen)) {
      if (performance.now() >= end) leftOut.add('many')
      else {
        const wanted = part.map(({ memoryKey }) => ({ memoryKey, since: first }))
        const counted = await addCounts(sums, { sql, storeKey: store.key, maybeYield }, wanted)
        result.memoryCount += counted
        if (counted < part.length) leftOut.add('damaged')
      }
    }
    if (bytesLeft <= 0 || performance.now() >= end) {
      leftOut.add('many')
      break
    }
  }
  result.writers = [...sums.values()].sort(
    (one, other) => other.standing - one.standing || other.written - one.written,
  )
  return result
}

type Sums = Map<string, { actor: Actor } & LineStanding>

const isSmall = ({ versions, largest }: ChainSize) =>
  versions <= MAX_VERSIONS && largest <= LARGEST_BYTES

/** Parts with few versions, each of which is read by one statement. */
function* partsOf<Chosen extends { versions: number }>(
  chosen: readonly Chosen[],
): Generator<Chosen[]> {
  let part: Chosen[] = []
  let versions = 0
  for (const one of chosen) {
    if (part.length > 0 && versions + one.versions > VERSIONS_PER_PART) {
      yield part
      part = []
      versions = 0
    }
    part.push(one)
    versions += one.versions
  }
  if (part.length > 0) yield part
}

interface Source {
  sql: Sql
  storeKey: number
  maybeYield: () => Promise<void>
}

/**
 * Adds the counts of memories; returns of how many. Versions before `since` are nobody's; a memory
 * with a damaged version is left out.
 */
async function addCounts(
  sums: Sums,
  { sql, storeKey, maybeYield }: Source,
  wanted: readonly { memoryKey: number; since: number }[],
): Promise<number> {
  const chains = await memoryChains(sql, wanted)
  const since = wanted[0]?.since ?? 0
  const keys = chains.map(({ memory }) => memory.key)
  const rollbacks = await rollbacksOf(sql, keys, { from: since, to: Number.MAX_SAFE_INTEGER })
  const byMemory = groupedBy(rollbacks, ({ memoryKey }) => memoryKey)
  const open = new Map(keys.map((key) => [key, new MemoryCount(since, byMemory.get(key) ?? [])]))
  for (const some of chunked(chains.flatMap(withContent), CONTENTS_PER_PAGE)) {
    const sequences = some.map(({ sequence }) => sequence)
    const contents = await readContents(sql, storeKey, sequences, maybeYield)
    for (const version of some) {
      const text = isEmptied(version) ? null : storedText(contents.get(version.sequence))
      if (text instanceof DamagedContent) open.delete(version.memoryKey)
      else open.get(version.memoryKey)?.add(version, text)
      await maybeYield()
    }
  }
  for (const { memory } of chains) open.get(memory.key)?.addTo(sums, memory.path !== null)
  return open.size
}

const withContent = ({ versions }: MemoryChain) =>
  versions.filter(({ operation }) => operation !== 'deleted')

/** Counts one memory, version by version. */
class MemoryCount {
  private readonly actors = new Map<string, Actor>()
  private readonly rollbacks: ReadonlyMap<number, RollbackRow>
  private readonly count: StandingCount<string>
  /** after a version that was redacted: lines of the next may be its own */
  private isUncertain = false

  constructor(
    private readonly since: number,
    rollbacks: readonly RollbackRow[],
  ) {
    this.rollbacks = new Map(rollbacks.map((rollback) => [rollback.sequence, rollback]))
    this.count = new StandingCount(rollbacks.map(({ sha256 }) => sha256))
  }

  add(version: ChainVersion, content: string | null): void {
    if (content !== null) {
      const { authorType: type, authorId: id } = version
      const key = `${type} ${id}`
      this.actors.set(key, { type, id })
      const rollback = this.rollbacks.get(version.sequence)
      // Only a review writes lines of its own; what else is not known here is from before.
      const isWriting = rollback === undefined || rollback.kind === 'review'
      const isCounted = isWriting && version.sequence >= this.since && !this.isUncertain
      this.count.add({
        content,
        writer: isCounted ? key : null,
        hash: version.sha256,
        isRollback: rollback !== undefined,
      })
    }
    this.isUncertain = content === null
  }

  addTo(sums: Sums, isLive: boolean): void {
    for (const [key, { written, standing }] of this.count.result(isLive && !this.isUncertain)) {
      const actor = this.actors.get(key)
      if (!actor) continue
      const sum = sums.get(key) ?? { actor, written: 0, standing: 0 }
      sum.written += written
      sum.standing += standing
      sums.set(key, sum)
    }
  }
}

export interface KeptStandingLines extends StandingLines {
  /** the last change that was counted */
  sequence: number
}

interface Kept {
  sequence: number
  since: number
  startedAt: number
  counting: Promise<KeptStandingLines>
}

/** A store that is written all the time is not counted with every look at it. */
const TTL_MS = 60_000

const MAX_STORES = 200

const counts = perProcess(
  'counts of standing lines',
  () => new WeakMap<Database, Map<string, Kept>>(),
)

/**
 * `standingLines` of the last days, counted once for all who ask: kept until the store changes, and
 * a minute at least. Holds no text. Refuses `store_not_found`.
 */
export async function keptStandingLines(
  db: Database,
  { storeId, days, now }: { storeId: string; days: number; now: number },
): Promise<KeptStandingLines> {
  const { lastSequence: sequence } = await getStore(db, storeId)
  // Whole days, as in `whoWrites`.
  const since = (Math.floor(now / DAY_MS) - days + 1) * DAY_MS
  const kept = counts.get(db) ?? new Map<string, Kept>()
  counts.set(db, kept)
  const known = kept.get(storeId)
  const isFresh = known?.sequence === sequence || now - (known?.startedAt ?? -Infinity) < TTL_MS
  if (known?.since === since && isFresh) return known.counting
  const counting = standingLines(db, { storeId, since }).then((lines) => ({ ...lines, sequence }))
  const mine = { sequence, since, startedAt: now, counting }
  kept.delete(storeId)
  kept.set(storeId, mine)
  if (kept.size > MAX_STORES) kept.delete(kept.keys().next().value ?? storeId)
  counting.catch(() => {
    if (kept.get(storeId) === mine) kept.delete(storeId)
  })
  return counting
}
