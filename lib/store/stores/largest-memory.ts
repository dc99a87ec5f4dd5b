import type { BulkSql } from '@/lib/db/sql'
import { perProcess } from '@/lib/per-process'
import { largestMemory, type LargestRow, memoriesChangedAfter } from './sql/largest-memory'
import type { StoreRow } from './sql/stores'

/** The largest memory of a store as it was after a change; null: it was empty. */
interface Known {
  through: number
  largest: LargestRow | null
}

/** The stores that were asked about last, with what is known of each. */
const MAX_STORES = 1000
const known = perProcess('largest memories', () => new Map<string, Known>())

/** After more changes all memories are looked at again. */
const MAX_CHANGES = 10_000

/**
 * The largest memory of a store, of equal ones the first by its path; null: it is empty. The first
 * time it goes over all memories; after that over those that changed since it was asked last, unless
 * the largest itself became smaller.
 */
export async function largestOf(
  sql: BulkSql,
  { id, key, lastSequence }: Pick<StoreRow, 'id' | 'key' | 'lastSequence'>,
): Promise<LargestRow | null> {
  const before = known.get(id)
  const since = before ? await largestSince(sql, { key, lastSequence }, before) : undefined
  const largest = since === undefined ? ((await largestMemory(sql, key)) ?? null) : since
  known.delete(id)
  known.set(id, { through: lastSequence, largest })
  const [oldest] = known.keys()
  if (known.size > MAX_STORES && oldest !== undefined) known.delete(oldest)
  return largest
}

/** Undefined: only all memories tell. */
async function largestSince(
  sql: BulkSql,
  { key, lastSequence }: Pick<StoreRow, 'key' | 'lastSequence'>,
  { through, largest }: Known,
): Promise<LargestRow | null | undefined> {
  if (through === lastSequence) return largest
  if (lastSequence - through > MAX_CHANGES) return undefined
  const changed = await memoriesChangedAfter(sql, key, through)
  const live = changed.filter(isLive).toSorted(bySize)
  const first = live[0] ?? null
  if (!largest) return first
  const isChanged = changed.some(({ id }) => id === largest.id)
  if (!isChanged) return first && bySize(first, largest) < 0 ? first : largest
  return first && first.size > largest.size ? first : undefined
}

type ChangedRow = Omit<LargestRow, 'path' | 'size'> & { path: string | null; size: number | null }

const isLive = (row: ChangedRow): row is LargestRow => row.path !== null && row.size !== null

/** Paths are compared as the databases do, by their bytes. */
const bySize = (one: LargestRow, other: LargestRow) =>
  other.size - one.size || Buffer.compare(Buffer.from(one.path), Buffer.from(other.path))
