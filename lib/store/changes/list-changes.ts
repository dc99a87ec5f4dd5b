import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import type { Audience } from '../model/audience'
import type { MemoryVersion, Operation } from '../model/memory-version'
import { visibleTo } from '../quarantine/quarantined'
import { inSession, type VersionCondition } from '../write/find'
import { AUTHOR_ID, SELECT_VERSIONS, type VersionRow, versionOf } from '../write/rows'
import { findStore } from '../write/store-transaction'

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

interface Found {
  id: string
  store_id: string
  sequence: number
  created_at: number
}

/**
 * The newest changes of a store, or of all, in order of time; those of one store keep its own order,
 * those at the same time the order of their stores. Looks at the stores that changed last, and at
 * others only while they may have what belongs on the page: without a filter that costs the same
 * whatever the number of stores, and runs on a connection for long reads.
 */
export async function listChanges(db: Database, input: ListChangesInput): Promise<ChangePage> {
  const { limit } = input
  const session = input.sessionId === undefined ? null : await inSession(db.bulk, input.sessionId)
  let found: Found[] = []
  for (let skip = 0, take = FIRST_STORES; ; skip += take, take = MORE_STORES) {
    found = newest([
      ...found,
      ...(await changesOfSome(db, { ...input, session }, { skip, take })),
    ]).slice(0, limit + 1)
    const next = await lastChangeOfStore(db, input, skip + take)
    const oldest = found[limit]
    if (next === null || (oldest && oldest.created_at > next)) break
  }
  return { changes: await versionsOf(db, found.slice(0, limit)), hasMore: found.length > limit }
}

function newest(changes: readonly Found[]): Found[] {
  return changes.toSorted(
    (one, other) =>
      other.created_at - one.created_at ||
      (one.store_id === other.store_id
        ? other.sequence - one.sequence
        : one.store_id < other.store_id
          ? -1
          : 1),
  )
}

/** The stores in question, as `memory_stores s`. */
function storesOf({ storeId, createdFrom }: ListChangesInput): {
  where: string
  params: SqlValue[]
} {
  const isOne = storeId === undefined ? '' : ' AND s.id = ?'
  return {
    where: `s.deleted_at IS NULL AND s.last_changed_at >= ?${isOne}`,
    params: [createdFrom ?? 0, ...(storeId === undefined ? [] : [storeId])],
  }
}

/** When the store after so many others changed last; null: there are no more stores. */
async function lastChangeOfStore(
  db: Database,
  input: ListChangesInput,
  skip: number,
): Promise<number | null> {
  const { where, params } = storesOf(input)
  const row = await db.read.get<{ last_changed_at: number }>(
    `SELECT s.last_changed_at FROM memory_stores s WHERE ${where}
     ORDER BY s.last_changed_at DESC, s.key LIMIT 1 OFFSET ?`,
    [...params, skip],
  )
  return row?.last_changed_at ?? null
}

interface FilteredChanges extends ListChangesInput {
  session: VersionCondition | null
}

/** The newest changes of some stores: of each as many as the page has, from its newest on. */
async function changesOfSome(
  db: Database,
  input: FilteredChanges,
  { skip, take }: { skip: number; take: number },
): Promise<Found[]> {
  const stores = storesOf(input)
  const { conditions, params } = filterOf(input)
  const version = `memory_versions v${input.pathStart === undefined ? '' : ' LEFT JOIN path_nodes n ON n.key = v.node_key'}`
  return db.bulk.all<Found>(
    `WITH asked AS (
       SELECT s.key, s.id FROM memory_stores s WHERE ${stores.where}
       ORDER BY s.last_changed_at DESC, s.key LIMIT ? OFFSET ?
     ), shown AS (
       SELECT s.key, s.id, coalesce((SELECT v.sequence FROM ${version}
           WHERE v.store_key = s.key${conditions} ORDER BY v.sequence DESC LIMIT 1 OFFSET ?), 0) AS oldest
       FROM asked s
     )
     SELECT v.id, s.id AS store_id, v.sequence, v.created_at
     FROM shown s CROSS JOIN ${version}
     WHERE v.store_key = s.key AND v.sequence >= s.oldest${conditions}
     ORDER BY v.created_at DESC, s.id, v.sequence DESC LIMIT ?`,
    [...stores.params, take, skip, ...params, input.limit, ...params, input.limit + 1],
  )
}

/** What a change of a store `s` must be, as a continuation of a WHERE over versions `v`. */
function filterOf(input: FilteredChanges): { conditions: string; params: SqlValue[] } {
  const { operation, session, actorId, pathStart, createdFrom, createdTo, after } = input
  const params: SqlValue[] = []
  let conditions = ''
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions += ` AND ${condition}`
    params.push(...values)
  }
  if (operation !== undefined) where('v.operation = ?', operation)
  if (session) where(session.condition, ...session.params)
  if (actorId !== undefined) where(`${AUTHOR_ID} = ?`, actorId)
  // Compared by bytes, so that an index of paths applies.
  if (pathStart !== undefined) {
    where('n.path >= ? AND n.path < ?', pathStart, `${pathStart}\u{10ffff}`)
  }
  if (createdFrom !== undefined) where('v.created_at >= ?', createdFrom)
  if (createdTo !== undefined) where('v.created_at <= ?', createdTo)
  if (after) {
    where(
      `CASE WHEN s.id = ? THEN v.sequence < ? WHEN s.id > ? THEN v.created_at <= ? ELSE v.created_at < ? END`,
      after.storeId,
      after.sequence,
      after.storeId,
      after.createdAt,
      after.createdAt,
    )
  }
  return { conditions, params }
}

/** These versions without their contents, in this order. */
async function versionsOf(db: Database, found: readonly Found[]): Promise<MemoryVersion[]> {
  if (found.length === 0) return []
  const rows = await db.bulk.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.id IN (?${', ?'.repeat(found.length - 1)})`,
    found.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, store_id }) => {
    const row = byId.get(id)
    return row ? [versionOf(row, store_id, null)] : []
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
  const rows = await db.read.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ?
       AND (v.session_id IS NULL OR v.session_id <> ?)
       AND ${visibleTo(input.audience, store)} ORDER BY v.sequence DESC LIMIT ?`,
    [store.key, input.after, sequence, input.sessionId, input.limit + 1],
  )
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
 * How many changes all stores had since a time (milliseconds since 1970, inclusive). Costs the
 * changes of that time, read from the index of their times.
 */
export async function countChangesSince(db: Database, since: number): Promise<number> {
  const [row] = await db.bulk.all<{ count: number }>(
    `SELECT count(*) AS count FROM memory_stores s CROSS JOIN store_events e
     WHERE s.deleted_at IS NULL AND e.store_key = s.key AND e.created_at >= ?`,
    [since],
  )
  return Number(row?.count ?? 0)
}
