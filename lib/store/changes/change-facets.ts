import type { Database } from '@/lib/db/database'
import { inSession } from '../write/find'
import type { ListChangesInput } from './list-changes'
import type { Actor } from '../model/actor'
import type { Operation } from '../model/memory-version'
import {
  type CountedChanges,
  type FacetRow,
  facetCounts,
  lengthOfStores,
  MAX_STORES,
  mostChanged,
} from './sql/change-facets'

export type ChangeFacetsInput = Pick<
  ListChangesInput,
  'storeId' | 'operation' | 'sessionId' | 'actorId' | 'pathStart' | 'createdFrom' | 'createdTo'
>

/** Counts of the changes that each choice of a filter would list, given the other filters. */
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

/** Changes that are counted, over all stores: the newest of each. */
const MAX_COUNTED = 20_000

/**
 * Counts among the newest changes of each store; 20,000 of one, fewer of each of many, and of more
 * than a hundred stores those that changed last. The stores are counted whichever is chosen.
 */
export async function changeFacets(db: Database, input: ChangeFacetsInput): Promise<ChangeFacets> {
  const { storeId, operation, actorId } = input
  const { stores, perStore, isLonger } = await countedOf(db)
  const rows = await facetCounts(db.bulk, await countedChanges(db, input, perStore))
  const isStore = (row: FacetRow) => storeId === undefined || row.storeId === storeId
  const isOperation = (row: FacetRow) => operation === undefined || row.operation === operation
  const isActor = (row: FacetRow) => actorId === undefined || row.actorId === actorId
  const actorRows = rows.filter((row) => isStore(row) && isOperation(row))
  const types = new Map(actorRows.map((row) => [row.actorId, row.actorType]))
  return {
    stores: sums(
      rows.filter((row) => isOperation(row) && isActor(row)),
      (row) => row.storeId,
    ),
    operations: sums(
      rows.filter((row) => isStore(row) && isActor(row)),
      (row) => row.operation,
    ),
    actors: [...sums(actorRows, (row) => row.actorId)]
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
  const counted = await countedChanges(db, input, perStore)
  const rows = await mostChanged(db.bulk, counted, { storeId, operation, actorId, limit })
  return rows.map(({ id: memoryId, ...memory }) => ({ memoryId, ...memory }))
}

/**
 * Returns the number of stores, how many of each one's newest changes are counted, and whether any
 * store has more.
 */
async function countedOf(
  db: Database,
): Promise<{ stores: number; perStore: number; isLonger: boolean }> {
  const { stores = 0, longest = 0 } = (await lengthOfStores(db.bulk)) ?? {}
  const perStore = Math.floor(MAX_COUNTED / Math.min(Math.max(stores, 1), MAX_STORES))
  return { stores, perStore, isLonger: longest > perStore }
}

function sums<Key>(rows: readonly FacetRow[], keyOf: (row: FacetRow) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count)
  return counts
}

async function countedChanges(
  db: Database,
  { storeId, sessionId, pathStart, createdFrom, createdTo }: ChangeFacetsInput,
  perStore: number,
): Promise<CountedChanges> {
  const session = sessionId === undefined ? null : await inSession(db.bulk, sessionId)
  return { storeId, session, pathStart, createdFrom, createdTo, perStore }
}
