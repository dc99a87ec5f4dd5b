import type { Database } from '@/lib/db/database'
import { numberedLength } from '@/lib/text/lines'
import { memoriesOverOneRead } from './core/memories-over-one-read'
import { neverReadByStore, storesWithin } from './core/never-read-by-store'
import { readStoredText } from './core/stored-content'
import { flushReadsToShow } from './reads'

/** What is worth tidying in a store. */
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
 * What was never read in a page of stores, and which stores and memories are worth tidying, at most
 * `limit` of each kind. Counts the smallest stores, up to 100,000 memories in all; three statements
 * whatever the number of stores, and at most `limit` × 4 contents, on a connection for long reads.
 */
export async function storesToTidy(
  db: Database,
  { storeIds, limit }: { storeIds: readonly string[]; limit: number },
): Promise<StoresToTidy> {
  await flushReadsToShow(db)
  const stores = await storesWithin(db.bulk, storeIds, MAX_MEMORIES)
  const neverRead = await neverReadByStore(db.bulk, stores)
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
      const content = await readStoredText(db.bulk, store.key, memory.head_sequence)
      if (typeof content !== 'string' || numberedLength(content) <= store.maxViewChars) continue
    }
    large.push({ kind: 'over_one_read', storeId: store.id, memoryId, path, size })
  }
  return { neverRead, findings: [...many, ...large] }
}
