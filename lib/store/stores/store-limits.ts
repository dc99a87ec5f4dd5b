import type { Database } from '@/lib/db/database'
import { numberedLength } from '@/lib/text/lines'
import { readStoredText } from '../contents/stored-content'
import type { Moment } from '../model/moment'
import { parseStoreSettings } from '../model/store-settings'
import { memoriesOverOneRead } from '../reads/memories-over-one-read'
import { neverReadByStore, storesWithin } from '../reads/reading-habits'
import { flushReadsToShow } from '../reads/reads'
import { totalsAt } from '../time/sql/past'
import { sequenceAt } from '../time/store-moment'
import { findStore } from '../write/store-transaction'
import { largestOf } from './largest-memory'

/** An amount in use, and its limit; null: unlimited. */
export interface UsedLimit {
  used: number
  limit: number | null
}

/** A store's usage of its limits (API page, "Rules"). */
export interface StoreLimits {
  memories: UsedLimit
  /** of the live memories' contents */
  bytes: UsedLimit
  versions: UsedLimit
  /** its largest memory, and how large one may be; `used` is 0 in an empty store */
  largest: UsedLimit & { memoryId: string | null; path: string | null }
  /** the most characters of one read */
  viewChars: number
}

/**
 * A store's present use of its limits. The largest memory is found by `largestOf`, on a connection for
 * long reads; the rest is the store's own row. Refuses `store_not_found`.
 */
export async function storeLimits(
  db: Database,
  { storeId, signal }: { storeId: string; signal?: AbortSignal | undefined },
): Promise<StoreLimits> {
  const sql = db.bulk.until(signal)
  const store = await findStore(sql, storeId)
  const settings = parseStoreSettings(store.settings)
  const largest = await largestOf(sql, store)
  return {
    memories: { used: store.memoryCount, limit: settings.maxMemories },
    bytes: { used: store.byteSize, limit: settings.maxBytes },
    versions: { used: store.versionCount, limit: settings.maxVersions },
    largest: {
      used: largest?.size ?? 0,
      limit: settings.maxContentBytes,
      memoryId: largest?.id ?? null,
      path: largest?.path ?? null,
    },
    viewChars: settings.maxViewChars,
  }
}

/** From this share of a limit on, agents are told (review page, Limits and expiry). */
const TOLD_FROM = 0.8

/** A limit of which much is used. */
export interface NearLimit {
  limit: 'memories' | 'bytes' | 'versions'
  used: number
  maximum: number
}

/**
 * The limits of a store that are nearly reached, or are; with `at` those that its memories of then would
 * nearly reach now. Refuses `store_not_found`.
 */
export async function nearLimits(db: Database, storeId: string, at?: Moment): Promise<NearLimit[]> {
  const store = await findStore(db.read, storeId)
  const { maxMemories, maxBytes, maxVersions } = parseStoreSettings(store.settings)
  const isCounted = at !== undefined && (maxMemories ?? maxBytes) !== null
  const then = isCounted
    ? await totalsAt(db.bulk, store.key, await sequenceAt(db.read, store.key, at))
    : undefined
  const { memoryCount, byteSize } = then ?? store
  const all = [
    { limit: 'memories' as const, used: memoryCount, maximum: maxMemories },
    { limit: 'bytes' as const, used: byteSize, maximum: maxBytes },
    { limit: 'versions' as const, used: store.versionCount, maximum: maxVersions },
  ]
  return all.flatMap(({ limit, used, maximum }) =>
    maximum !== null && used >= TOLD_FROM * maximum ? [{ limit, used, maximum }] : [],
  )
}

/** Something worth tidying in a store. */
export type TidyFinding =
  /** many of its memories were never read, though others were */
  | { kind: 'never_read'; storeId: string; memoryCount: number; byteSize: number; of: number }
  /** a memory of which one read returns only a part */
  | { kind: 'over_one_read'; storeId: string; memoryId: string; path: string; size: number }

export interface StoresToTidy {
  /**
   * by store: its memories, and those that no agent and no script ever read; without the stores
   * that are too large to count for a list
   */
  neverRead: ReadonlyMap<string, { memoryCount: number; byteSize: number; of: number }>
  /** the most never read first, then the largest */
  findings: TidyFinding[]
}

/** Memories of all stores whose rows are looked at. */
const MAX_MEMORIES = 100_000

/** Fewer never read memories are nothing to tidy. */
const MIN_NEVER_READ = 10

/**
 * Counts never-read memories in a page of stores, and finds what is worth tidying in them, at most
 * `limit` findings of each kind. Counts the smallest stores, up to 100,000 memories in all. Costs
 * three statements, however many stores, and reads at most `limit` × 4 contents, on a connection
 * for long reads.
 */
export async function storesToTidy(
  db: Database,
  { storeIds, limit, now }: { storeIds: readonly string[]; limit: number; now: number },
): Promise<StoresToTidy> {
  await flushReadsToShow(db)
  const stores = await storesWithin(db.bulk, storeIds, MAX_MEMORIES)
  const neverRead = await neverReadByStore(db.bulk, stores, now)
  const many = [...neverRead]
    .filter(
      ([, { memoryCount, of }]) =>
        memoryCount >= MIN_NEVER_READ && memoryCount * 2 >= of && memoryCount < of,
    )
    .sort(([, one], [, other]) => other.memoryCount - one.memoryCount)
    .slice(0, limit)
    .map(([storeId, count]): TidyFinding => ({ kind: 'never_read', storeId, ...count }))
  const large: TidyFinding[] = []
  for (const memory of await memoriesOverOneRead(db.bulk, stores, limit * 4)) {
    if (large.length === limit) break
    const { store, id: memoryId, path, size } = memory
    if (!memory.isCertain) {
      const content = await readStoredText(db.bulk, store.key, memory.headSequence)
      if (typeof content !== 'string' || numberedLength(content) <= store.maxViewChars) continue
    }
    large.push({ kind: 'over_one_read', storeId: store.id, memoryId, path, size })
  }
  return { neverRead, findings: [...many, ...large] }
}
