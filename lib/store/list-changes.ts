import type { Database } from '@/lib/db/database'
import { listVersions } from './list-versions'
import type { MemoryVersion, Operation } from './memory-version'

export interface ListChangesInput {
  /** of these stores */
  storeIds: readonly string[]
  operation?: Operation | undefined
  sessionId?: string | undefined
  /** goes on after the change that the last page ended with */
  after?: ChangePlace | undefined
  limit: number
}

/** Where a change stands among those of all stores. */
export interface ChangePlace {
  /** milliseconds since 1970 */
  createdAt: number
  storeId: string
  sequence: number
}

export interface ChangePage {
  /** newest first, over all stores */
  changes: MemoryVersion[]
  /** whether there are older ones */
  hasMore: boolean
}

/**
 * The newest changes of several stores in the order of their times; those of one store keep its own
 * order, those of one time the order of their stores. Costs a page of each store. Refuses
 * `store_not_found`.
 */
export async function listChanges(db: Database, input: ListChangesInput): Promise<ChangePage> {
  const { storeIds, operation, sessionId, after, limit } = input
  const found: MemoryVersion[] = []
  for (const storeId of [...storeIds].sort()) {
    const filter = { storeId, operation, sessionId, ...(after ? restOf(storeId, after) : {}) }
    found.push(...(await listVersions(db, { ...filter, limit: limit + 1 })).versions)
  }
  // Stable, so that what has one time stays in the order in which it was found.
  found.sort((one, other) => other.createdAt - one.createdAt)
  return { changes: found.slice(0, limit), hasMore: found.length > limit }
}

/** What of a store comes after a place. */
function restOf(storeId: string, after: ChangePlace): { before?: number; createdTo?: number } {
  if (storeId === after.storeId) return { before: after.sequence }
  return { createdTo: storeId > after.storeId ? after.createdAt : after.createdAt - 1 }
}
