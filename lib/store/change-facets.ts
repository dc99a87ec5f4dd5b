import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import type { ListChangesInput } from './list-changes'
import type { Actor } from './model/actor'
import type { Operation } from './model/memory-version'

export type ChangeFacetsInput = Pick<
  ListChangesInput,
  'storeIds' | 'operation' | 'sessionId' | 'actorId' | 'pathStart' | 'createdFrom' | 'createdTo'
> & {
  /** of these the stores are counted, whatever `storeIds` are chosen of them */
  allStoreIds: readonly string[]
}

/** How many changes each choice of a filter would list, together with the other filters. */
export interface ChangeFacets {
  /** by store id */
  stores: Map<string, number>
  operations: Map<Operation, number>
  /** who made most, first */
  actors: { actor: Actor; count: number }[]
  /** the newest changes of a store that were counted, if there are older ones that were not */
  countedPerStore: number | null
}

/** Changes that are counted, over all stores: the newest of each. */
const MOST_COUNTED = 20_000

const LEAST_PER_STORE = 200

interface FacetRow {
  store_id: string
  operation: Operation
  actor_type: Actor['type']
  actor_id: string
  count: number
}

/** Counts among the newest changes of each store; 20,000 of one, fewer of each of many. */
export async function changeFacets(db: Database, input: ChangeFacetsInput): Promise<ChangeFacets> {
  const { storeIds, allStoreIds, operation, actorId } = input
  const perStore = Math.max(
    LEAST_PER_STORE,
    Math.floor(MOST_COUNTED / Math.max(allStoreIds.length, 1)),
  )
  const rows = await facetRows(db, input, perStore)
  const isStore = ({ store_id }: FacetRow) => storeIds.includes(store_id)
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
    countedPerStore: (await isLonger(db, allStoreIds, perStore)) ? perStore : null,
  }
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
  const { allStoreIds, sessionId, pathStart, createdFrom, createdTo } = input
  if (allStoreIds.length === 0) return []
  const conditions: string[] = []
  const params: SqlValue[] = [...allStoreIds, perStore]
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(` AND ${condition}`)
    params.push(...values)
  }
  if (sessionId !== undefined) where('v.session_id = ?', sessionId)
  if (createdFrom !== undefined) where('v.created_at >= ?', createdFrom)
  if (createdTo !== undefined) where('v.created_at <= ?', createdTo)
  if (pathStart !== undefined) {
    where('n.path >= ? AND n.path < ?', pathStart, `${pathStart}\u{10ffff}`)
  }
  // CROSS JOIN, because SQLite then begins with the left side: the few stores.
  return db.bulk.all<FacetRow>(
    `WITH shown AS (
       SELECT key, id, last_sequence FROM memory_stores
       WHERE id IN (?${', ?'.repeat(allStoreIds.length - 1)}) AND deleted_at IS NULL
     )
     SELECT s.id AS store_id, v.operation, v.actor_type, v.actor_id, count(*) AS count
     FROM shown s CROSS JOIN memory_versions v
     ${pathStart === undefined ? '' : 'LEFT JOIN path_nodes n ON n.key = v.node_key'}
     WHERE v.store_key = s.key AND v.sequence > s.last_sequence - ?${conditions.join('')}
     GROUP BY 1, 2, 3, 4`,
    params,
  )
}

async function isLonger(
  db: Database,
  storeIds: readonly string[],
  perStore: number,
): Promise<boolean> {
  if (storeIds.length === 0) return false
  const row = await db.bulk.get<{ id: string }>(
    `SELECT id FROM memory_stores
     WHERE id IN (?${', ?'.repeat(storeIds.length - 1)}) AND last_sequence > ? LIMIT 1`,
    [...storeIds, perStore],
  )
  return row !== undefined
}
