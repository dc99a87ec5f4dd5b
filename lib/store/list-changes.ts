import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { listVersions } from './list-versions'
import type { MemoryVersion, Operation } from './model/memory-version'

export interface ListChangesInput {
  /** of these stores */
  storeIds: readonly string[]
  operation?: Operation | undefined
  sessionId?: string | undefined
  actorId?: string | undefined
  /** only paths with this prefix */
  pathStart?: string | undefined
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
  /** continues after the last change of the previous page */
  after?: ChangePlace | undefined
  limit: number
}

/** A change's position among those of all stores. */
export interface ChangePlace {
  /** milliseconds since 1970 */
  createdAt: number
  storeId: string
  sequence: number
}

export interface ChangePage {
  /** newest first, across all stores */
  changes: MemoryVersion[]
  /** whether there are older ones */
  hasMore: boolean
}

/**
 * The newest changes of several stores in order of time; those of one store keep its own order,
 * those at the same time the order of their stores. Costs a page per store. Refuses
 * `store_not_found`.
 */
export async function listChanges(db: Database, input: ListChangesInput): Promise<ChangePage> {
  const { storeIds, after, limit, ...filter } = input
  const giveWay = turns()
  let found: MemoryVersion[] = []
  for (const storeId of [...storeIds].sort()) {
    const rest = after ? restOf(storeId, after, filter.createdTo) : {}
    const { versions } = await listVersions(db, { ...filter, ...rest, storeId, limit: limit + 1 })
    found.push(...versions)
    // However many stores there are, little more is held than is returned.
    if (found.length > MOST_HELD) found = newest(found).slice(0, limit + 1)
    await giveWay()
  }
  return { changes: newest(found).slice(0, limit), hasMore: found.length > limit }
}

const MOST_HELD = 5000

/** Stable, so that changes at the same time stay in the order in which they were found. */
function newest(changes: readonly MemoryVersion[]): MemoryVersion[] {
  return changes.toSorted((one, other) => other.createdAt - one.createdAt)
}

/** Selects a store's changes after a position, up to a time. */
function restOf(
  storeId: string,
  after: ChangePlace,
  latest = Infinity,
): { before?: number; createdTo?: number } {
  if (storeId === after.storeId) return { before: after.sequence }
  const createdTo = storeId > after.storeId ? after.createdAt : after.createdAt - 1
  return { createdTo: Math.min(createdTo, latest) }
}
