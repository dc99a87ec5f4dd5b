import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'
import { foldForSearch } from '@/lib/text/fold'
import { turns } from '@/lib/turns'
import type { MemoryStore } from '../model/memory-store'
import { storeOf } from './store-of'
import { findStore } from '../write/store-transaction'
import { changedSequences, countOfStores, sortedIds, storesNamed } from './sql/named-stores'
import { listedStores } from './sql/stores'

/** A store by its id, including archived ones. Refuses `store_not_found`. */
export async function getStore(db: Database, storeId: string): Promise<MemoryStore> {
  return storeOf(await findStore(db.read, storeId))
}

export interface FindStoresInput {
  /** its words, in any order and whatever their case; '' for all */
  text: string
  limit: number
  includeArchived?: boolean
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

/** A store as it is found by its name. */
export interface NamedStore {
  id: string
  name: string
  memoryCount: number
}

/** Matches ASCII, which all databases lower-case alike. */
const PLAIN = /^[\0-\x7f]*$/

/**
 * Stores whose name has all the words of a text, those that changed last first. Plain words are
 * looked for by the database, on a connection for long reads; with others it reads all names.
 */
export async function findStores(
  db: Database,
  { text, limit, includeArchived = false, signal }: FindStoresInput,
): Promise<{ stores: NamedStore[]; hasMore: boolean }> {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const isMeant = (name: string) => {
    const folded = foldForSearch(name)
    return words.every((word) => folded.includes(word))
  }
  const plain = words.filter((word) => PLAIN.test(word))
  const isLimited = plain.length === words.length
  const rows = await storesNamed(db.bulk.until(signal), {
    words: plain,
    includeArchived,
    limit: isLimited ? limit + 1 : null,
  })
  const maybeYield = turns(signal)
  const found: NamedStore[] = []
  for (const { id, name, memoryCount } of rows) {
    await maybeYield()
    if (words.length === 0 || isMeant(name)) found.push({ id, name, memoryCount })
    if (found.length > limit) break
  }
  return { stores: found.slice(0, limit), hasMore: found.length > limit }
}

/** Counts the stores, archived ones too, up to `most`. */
export function countStores(db: Database, most: number): Promise<number> {
  return countOfStores(db.read, most)
}

export interface ListStoresInput {
  limit: number
  /** continues after the last store of the previous page */
  after?: string | undefined
  includeArchived?: boolean
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
  /** only these stores, for a caller without access to others */
  onlyIds?: readonly string[] | undefined
}

export interface StorePage {
  stores: MemoryStore[]
  /** what to pass as `after` for the next page; null at the end */
  next: string | null
}

/** A page of stores, newest first. Ids sort by creation time, so they give the order. */
export async function listStores(db: Database, input: ListStoresInput): Promise<StorePage> {
  const { limit, after, onlyIds, createdFrom = 0, createdTo = Number.MAX_SAFE_INTEGER } = input
  if (onlyIds?.length === 0) return { stores: [], next: null }
  const rows = await listedStores(db.read, {
    limit: limit + 1,
    after,
    includeArchived: input.includeArchived ?? false,
    createdFrom,
    createdTo,
    onlyIds,
  })
  const stores = rows.slice(0, limit).map(storeOf)
  return { stores, next: rows.length > limit ? (stores.at(-1)?.id ?? null) : null }
}

const STORES_PER_PAGE = 1000

/** Every store, newest first, however many there are. */
export async function allStores(
  db: Database,
  filter: Pick<ListStoresInput, 'includeArchived'> = {},
): Promise<MemoryStore[]> {
  const stores: MemoryStore[] = []
  let after: string | undefined
  do {
    const page = await listStores(db, { ...filter, limit: STORES_PER_PAGE, after })
    stores.push(...page.stores)
    after = page.next ?? undefined
  } while (after !== undefined)
  return stores
}

/** By what a list of stores is sorted: the newest, the largest or the first of the alphabet first. */
export const STORE_ORDERS = ['changed', 'created', 'name', 'size'] as const

export type StoreOrder = (typeof STORE_ORDERS)[number]

export interface SortedStoresInput {
  order: StoreOrder
  limit: number
  /** how many stores come before the page */
  offset: number
}

/** A page of all stores that were not deleted, archived ones among them. */
export async function sortedStores(
  db: Database,
  { order, limit, offset }: SortedStoresInput,
): Promise<{ stores: MemoryStore[]; hasMore: boolean }> {
  const rows = await sortedIds(db.read, { order, limit: limit + 1, offset })
  const ids = rows.slice(0, limit).map(({ id }) => id)
  const { stores } = await listStores(db, { onlyIds: ids, includeArchived: true, limit })
  const byId = new Map(stores.map((store) => [store.id, store]))
  return { stores: ids.flatMap((id) => byId.get(id) ?? []), hasMore: rows.length > limit }
}

/** The number of the last change of every store, by its id. */
export async function lastSequences(db: Database): Promise<Map<string, number>> {
  const rows = await changedSequences(db.read)
  return new Map(rows.map(({ id, lastSequence }) => [id, lastSequence]))
}

/**
 * Yields once at first, for changes made before it listened, and then whenever any store changes,
 * until the signal is aborted; changes in between are merged into one.
 */
export async function* changedStores(db: Database, signal: AbortSignal): AsyncGenerator<undefined> {
  const wakeUp = wakeUpOn(db.changes, 'any', signal)
  try {
    do yield
    while (await wakeUp.next())
  } finally {
    wakeUp.end()
  }
}
