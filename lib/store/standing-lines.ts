import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { type LineStanding, StandingCount } from '@/lib/text/line-standing'
import { turns } from '@/lib/turns'
import { changedMemories, sizesOfChains } from './core/changed-memories'
import { inParts, isEmptied, type MemoryChain, memoryChains } from './core/memory-chains'
import { findStore } from './core/store-transaction'
import { CONTENTS_A_PAGE, readContents } from './core/stored-content'
import type { Actor } from './model/actor'

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
  /** whether some were left out: the budget was spent, or they are too large */
  isPartial: boolean
}

const MOST_BYTES = 32 * 1024 * 1024
const MOST_MS = 2000

/** Memories with more changes or larger contents are left out: comparing one takes too long. */
const MOST_VERSIONS = 1000
const LARGEST_BYTES = 1024 * 1024

/**
 * Of the lines that each actor wrote to a store since a time, how many are still in it. Blames the
 * memories that were changed since, the last changed first, until its budget of bytes or time is
 * spent; on a connection for long reads, and giving way. Refuses `store_not_found`.
 */
export async function standingLines(
  db: Database,
  input: StandingLinesInput,
): Promise<StandingLines> {
  const { since, signal, mostBytes = MOST_BYTES, mostMs = MOST_MS } = input
  const sql = db.bulk.until(signal)
  const giveWay = turns(signal)
  const store = await findStore(sql, input.storeId)
  const end = performance.now() + mostMs
  const sums = new Map<string, { actor: Actor } & LineStanding>()
  const result: StandingLines = { writers: [], memoryCount: 0, isPartial: false }
  let bytesLeft = mostBytes
  const hasTime = () => performance.now() < end
  for await (const { first, keys } of changedMemories(sql, store.key, since)) {
    const sizes = await sizesOfChains(sql, keys, first)
    for (const memoryKey of keys) {
      const size = sizes.get(memoryKey)
      const isSmall = size && size.versions <= MOST_VERSIONS && size.largest <= LARGEST_BYTES
      if (!isSmall || size.bytes > bytesLeft || !hasTime()) {
        result.isPartial = true
        continue
      }
      bytesLeft -= size.bytes
      const [chain] = await memoryChains(sql, [{ memoryKey, since: first }])
      if (!chain) continue
      addCounts(sums, await countsOf(sql, { storeKey: store.key, giveWay }, chain, first))
      result.memoryCount++
    }
    if (bytesLeft <= 0 || !hasTime()) {
      result.isPartial = true
      break
    }
    await giveWay()
  }
  result.writers = [...sums.values()].sort(
    (one, other) => other.standing - one.standing || other.written - one.written,
  )
  return result
}

type Counts = ReadonlyMap<string, LineStanding>

/** The counts of a memory by actor; versions before `first` are nobody's. */
async function countsOf(
  sql: Sql,
  source: { storeKey: number; giveWay: () => Promise<void> },
  { memory, versions }: MemoryChain,
  first: number,
): Promise<Counts> {
  const count = new StandingCount<string>()
  // Lines after a redacted version may be its own.
  let isUncertain = false
  for (const some of inParts(versions, CONTENTS_A_PAGE)) {
    const sequences = some.map(({ sequence }) => sequence)
    const contents = await readContents(sql, source.storeKey, sequences, source.giveWay)
    for (const version of some) {
      if (version.operation === 'deleted') continue
      const content = isEmptied(version) ? undefined : contents.get(version.sequence)
      if (content) {
        const isCounted = version.sequence >= first && !isUncertain
        count.add(content.toString('utf8'), isCounted ? keyOf(version) : null)
      }
      isUncertain = !content
      await source.giveWay()
    }
  }
  return count.result(memory.path !== null && !isUncertain)
}

const keyOf = (version: { actor_type: Actor['type']; actor_id: string }) =>
  `${version.actor_type} ${version.actor_id}`

function addCounts(sums: Map<string, { actor: Actor } & LineStanding>, counts: Counts): void {
  for (const [key, { written, standing }] of counts) {
    const space = key.indexOf(' ')
    const actor = { type: key.slice(0, space) as Actor['type'], id: key.slice(space + 1) }
    const sum = sums.get(key) ?? { actor, written: 0, standing: 0 }
    sum.written += written
    sum.standing += standing
    sums.set(key, sum)
  }
}
