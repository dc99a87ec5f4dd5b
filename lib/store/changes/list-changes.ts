import type { Database } from '@/lib/db/database'
import type { Audience } from '../model/audience'
import type { MemoryVersion, Operation } from '../model/memory-version'
import { visibleTo } from '../quarantine/quarantined'
import { inSession } from '../write/find'
import { versionOf } from '../versions/version-of'
import { findStore } from '../write/store-transaction'
import {
  type AskedChanges,
  countSince,
  type FoundChangeRow,
  newestChanges,
  nextChangedStore,
  versionsById,
  versionsByOthers,
} from './sql/changes'

export interface ListChangesInput {
  /** only of this store */
  storeId?: string | undefined
  operation?: Operation | undefined
  sessionId?: string | undefined
  /** only what is of this author, as pages name them */
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

/** Stores whose changes one statement looks at, those that changed last first; then more each time. */
const FIRST_STORES = 100
const MORE_STORES = 2_000

/**
 * The newest changes of a store, or of all, in order of time; those of one store keep its own order,
 * those at the same time the order of their stores. Looks at the stores that changed last, and at
 * others only while they may have what belongs on the page: without a filter that costs the same
 * whatever the number of stores, and runs on a connection for long reads.
 */
export async function listChanges(db: Database, input: ListChangesInput): Promise<ChangePage> {
  const { limit, storeId, operation, actorId, pathStart, createdFrom, createdTo, after } = input
  const session = input.sessionId === undefined ? null : await inSession(db.bulk, input.sessionId)
  const stores = { storeId, createdFrom }
  const asked: AskedChanges = {
    ...stores,
    operation,
    session,
    actorId,
    pathStart,
    createdTo,
    after,
  }
  let found: FoundChangeRow[] = []
  for (let skip = 0, take = FIRST_STORES; ; skip += take, take = MORE_STORES) {
    found = newest([
      ...found,
      ...(await newestChanges(db.bulk, asked, { skip, take, limit })),
    ]).slice(0, limit + 1)
    const next = await nextChangedStore(db.read, stores, skip + take)
    const oldest = found[limit]
    if (!next || (oldest && oldest.createdAt > next.lastChangedAt)) break
  }
  return { changes: await versionsOf(db, found.slice(0, limit)), hasMore: found.length > limit }
}

function newest(changes: readonly FoundChangeRow[]): FoundChangeRow[] {
  return changes.toSorted(
    (one, other) =>
      other.createdAt - one.createdAt ||
      (one.storeId === other.storeId
        ? other.sequence - one.sequence
        : one.storeId < other.storeId
          ? -1
          : 1),
  )
}

/** These versions without their contents, in this order. */
async function versionsOf(
  db: Database,
  found: readonly FoundChangeRow[],
): Promise<MemoryVersion[]> {
  if (found.length === 0) return []
  const rows = await versionsById(
    db.bulk,
    found.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, storeId }) => {
    const row = byId.get(id)
    return row ? [versionOf(row, storeId, null)] : []
  })
}

/** Changes of a store since a moment that were not made by one session. */
export interface ForeignChanges {
  /** the newest ones, oldest first */
  changes: MemoryVersion[]
  /** whether there were earlier ones */
  hasMore: boolean
  /** the store's last change, by anyone */
  sequence: number
}

/**
 * The changes of a store after a sequence that a session did not make. Without a sequence, only the
 * store's current one. Refuses `store_not_found`.
 */
export async function changesByOthers(
  db: Database,
  input: {
    storeId: string
    sessionId: string
    after: number | null
    limit: number
    /** agents are shown no version in quarantine; people if left out */
    audience?: Audience | undefined
  },
): Promise<ForeignChanges> {
  const store = await findStore(db.read, input.storeId)
  const sequence = store.lastSequence
  if (input.after === null || input.after >= sequence) {
    return { changes: [], hasMore: false, sequence }
  }
  const rows = await versionsByOthers(db.read, {
    storeKey: store.key,
    after: input.after,
    upTo: sequence,
    sessionId: input.sessionId,
    visible: visibleTo(input.audience, store),
    limit: input.limit + 1,
  })
  return {
    changes: rows
      .slice(0, input.limit)
      .reverse()
      .map((row) => versionOf(row, input.storeId, null)),
    hasMore: rows.length > input.limit,
    sequence,
  }
}

/**
 * Counts the changes of all stores since a time (milliseconds since 1970, inclusive). Costs the
 * changes of that time, read from the index of their times.
 */
export function countChangesSince(db: Database, since: number): Promise<number> {
  return countSince(db.bulk, since)
}
