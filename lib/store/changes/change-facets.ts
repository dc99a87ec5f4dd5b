import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { AUTHOR_ID, AUTHOR_TYPE } from '../write/rows'
import { inSession, type VersionCondition } from '../write/find'
import type { ListChangesInput } from './list-changes'
import type { Actor } from '../model/actor'
import type { Operation } from '../model/memory-version'

export type ChangeFacetsInput = Pick<
  ListChangesInput,
  'storeId' | 'operation' | 'sessionId' | 'actorId' | 'pathStart' | 'createdFrom' | 'createdTo'
>

/** How many changes each choice of a filter would list, together with the other filters. */
export interface ChangeFacets {
  /** by store id */
  stores: Map<string, number>
  operations: Map<Operation, number>
  /** whose most are, first; as pages name authors */
  actors: { actor: Actor; count: number }[]
  /** the newest changes of a store that were counted, if there are others that were not */
  countedPerStore: number | null
  /** the stores that were counted, those that changed last, if there are others that were not */
  countedStores: number | null
}

/** Stores whose changes are counted: those that changed last, and the chosen one. */
const MAX_STORES = 100

/** Changes that are counted, over all stores: the newest of each. */
const MAX_COUNTED = 20_000

interface FacetRow {
  store_id: string
  operation: Operation
  actor_type: Actor['type']
  actor_id: string
  count: number
}

/**
 * Counts among the newest changes of each store; 20,000 of one, fewer of each of many, and of more
 * than a hundred stores those that changed last. The stores are counted whichever is chosen.
 */
export async function changeFacets(db: Database, input: ChangeFacetsInput): Promise<ChangeFacets> {
  const { storeId, operation, actorId } = input
  const { stores, perStore, isLonger } = await countedOf(db)
  const rows = await facetRows(db, input, perStore)
  const isStore = ({ store_id }: FacetRow) => storeId === undefined || storeId === store_id
  const isOperation = (row: FacetRow) => operation === undefined || row.operation === operation
  const isActor = (row: FacetRow) => actorId === undefined || row.actor_id === actorId
  const actorRows = rows.filter((row) => isStore(row) && isOperation(row))
  const types = new Map(actorRows.map((row) => [row.actor_id, row.actor_type]))
  return {
    stores: sums(
      rows.filter((row) => isOperation(row) && isActor(row)),
      (row) => row.store_id,
    ),
    operations: sums(
      rows.filter((row) => isStore(row) && isActor(row)),
      (row) => row.operation,
    ),
    actors: [...sums(actorRows, (row) => row.actor_id)]
      .map(([id, count]) => ({ actor: { type: types.get(id) ?? 'user', id }, count }))
      .sort((one, other) => other.count - one.count || (one.actor.id < other.actor.id ? -1 : 1)),
    countedPerStore: isLonger || stores > MAX_STORES ? perStore : null,
    countedStores: stores > MAX_STORES ? MAX_STORES : null,
  }
}

/** A memory with how often it was changed. */
export interface BusyMemory {
  memoryId: string
  storeId: string
  path: string
  count: number
}

/** The memories that were changed most, among the changes that `changeFacets` counts. */
export async function busiestMemories(
  db: Database,
  input: ChangeFacetsInput & { limit: number },
): Promise<BusyMemory[]> {
  const { storeId, operation, actorId, limit } = input
  const { perStore } = await countedOf(db)
  const session = input.sessionId === undefined ? null : await inSession(db.bulk, input.sessionId)
  const { counted, params } = countedChanges({ ...input, session }, perStore)
  const narrowed: [string, SqlValue | undefined][] = [
    [' AND s.id = ?', storeId],
    [' AND v.operation = ?', operation],
    [` AND ${AUTHOR_ID} = ?`, actorId],
  ]
  const given = narrowed.filter((each): each is [string, SqlValue] => each[1] !== undefined)
  const rows = await db.bulk.all<{ id: string; store_id: string; path: string; count: number }>(
    `WITH counts AS (
       SELECT v.memory_key, count(*) AS count ${counted}${given.map(([condition]) => condition).join('')}
       GROUP BY 1
     )
     SELECT m.id, s.id AS store_id, m.path, c.count FROM counts c
     JOIN memories m ON m.key = c.memory_key JOIN memory_stores s ON s.key = m.store_key
     WHERE m.path IS NOT NULL
     ORDER BY c.count DESC, m.path, m.id LIMIT ?`,
    [...params, ...given.map(([, value]) => value), limit],
  )
  return rows.map(({ id, store_id, path, count }) => ({
    memoryId: id,
    storeId: store_id,
    path,
    count,
  }))
}

/**
 * How many stores there are, of each how many of the newest changes are counted, and whether one
 * has more.
 */
async function countedOf(
  db: Database,
): Promise<{ stores: number; perStore: number; isLonger: boolean }> {
  const all = await db.bulk.get<{ stores: number; longest: number }>(
    `SELECT count(*) AS stores, coalesce(max(last_sequence), 0) AS longest
     FROM memory_stores WHERE deleted_at IS NULL`,
  )
  const { stores = 0, longest = 0 } = all ?? {}
  const perStore = Math.floor(MAX_COUNTED / Math.min(Math.max(stores, 1), MAX_STORES))
  return { stores, perStore, isLonger: longest > perStore }
}

function sums<Key>(rows: readonly FacetRow[], keyOf: (row: FacetRow) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count)
  return counts
}

async function facetRows(
  db: Database,
  input: ChangeFacetsInput,
  perStore: number,
): Promise<FacetRow[]> {
  const session = input.sessionId === undefined ? null : await inSession(db.bulk, input.sessionId)
  const { counted, params } = countedChanges({ ...input, session }, perStore)
  return db.bulk.all<FacetRow>(
    `SELECT s.id AS store_id, v.operation, ${AUTHOR_TYPE} AS actor_type, ${AUTHOR_ID} AS actor_id, count(*) AS count ${counted}
     GROUP BY 1, 2, 3, 4`,
    params,
  )
}

/** The changes that are counted, from `FROM` on; a store is `s`, a change `v`. */
function countedChanges(
  input: ChangeFacetsInput & { session: VersionCondition | null },
  perStore: number,
): { counted: string; params: SqlValue[] } {
  const { storeId, session, pathStart, createdFrom, createdTo } = input
  const conditions: string[] = []
  const params: SqlValue[] = [storeId ?? '', perStore]
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(` AND ${condition}`)
    params.push(...values)
  }
  if (session) where(session.condition, ...session.params)
  if (createdFrom !== undefined) where('v.created_at >= ?', createdFrom)
  if (createdTo !== undefined) where('v.created_at <= ?', createdTo)
  if (pathStart !== undefined) {
    where('n.path >= ? AND n.path < ?', pathStart, `${pathStart}\u{10ffff}`)
  }
  // CROSS JOIN, because SQLite then begins with the left side: the few stores.
  const counted = `FROM (
       SELECT key, id, last_sequence FROM memory_stores
       WHERE deleted_at IS NULL AND (id = ? OR key IN (
         SELECT key FROM memory_stores WHERE deleted_at IS NULL
         ORDER BY last_changed_at DESC, key LIMIT ${MAX_STORES}))
     ) s CROSS JOIN memory_versions v
     ${pathStart === undefined ? '' : 'LEFT JOIN path_nodes n ON n.key = v.node_key'}
     WHERE v.store_key = s.key AND v.sequence > s.last_sequence - ?${conditions.join('')}`
  return { counted, params }
}
