import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'
import { foldForSearch } from '@/lib/text/fold'
import { turns } from '@/lib/turns'
import type { MemoryStore } from '../model/memory-store'
import { storeOf, STORE_COLUMNS, type StoreRow } from '../write/rows'
import { findStore } from '../write/store-transaction'

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

interface Row {
  id: string
  name: string
  memory_count: number
}

/** What every database lower-cases alike. */
const PLAIN = /^[\0-\x7f]*$/

/** A word anywhere in a name. */
const anywhere = (word: string) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Stores whose name has all the words of a text, those that changed last first. Plain words are
 * looked for by the database, on a connection for long reads; with others it reads all names.
 */
export async function findStores(
  db: Database,
  { text, limit, includeArchived, signal }: FindStoresInput,
): Promise<{ stores: NamedStore[]; hasMore: boolean }> {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const isMeant = (name: string) => {
    const folded = foldForSearch(name)
    return words.every((word) => folded.includes(word))
  }
  const plain = words.filter((word) => PLAIN.test(word))
  const isLimited = plain.length === words.length
  const rows = await db.bulk.until(signal).all<Row>(
    `SELECT id, name, memory_count FROM memory_stores
     WHERE deleted_at IS NULL${includeArchived ? '' : ' AND archived_at IS NULL'}
       ${plain.map(() => String.raw`AND lower(name) LIKE ? ESCAPE '\'`).join(' ')}
     ORDER BY last_changed_at DESC, key DESC${isLimited ? ' LIMIT ?' : ''}`,
    [...plain.map(anywhere), ...(isLimited ? [limit + 1] : [])],
  )
  const maybeYield = turns(signal)
  const found: NamedStore[] = []
  for (const { id, name, memory_count: memoryCount } of rows) {
    await maybeYield()
    if (words.length === 0 || isMeant(name)) found.push({ id, name, memoryCount })
    if (found.length > limit) break
  }
  return { stores: found.slice(0, limit), hasMore: found.length > limit }
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
  const rows = await db.read.all<StoreRow>(
    `SELECT ${STORE_COLUMNS} FROM memory_stores WHERE deleted_at IS NULL
       AND created_at >= ? AND created_at <= ?${input.includeArchived ? '' : ' AND archived_at IS NULL'}
       ${after === undefined ? '' : 'AND id < ?'}
       ${onlyIds === undefined ? '' : `AND id IN (?${', ?'.repeat(onlyIds.length - 1)})`}
     ORDER BY id DESC LIMIT ?`,
    [
      createdFrom,
      createdTo,
      ...(after === undefined ? [] : [after]),
      ...(onlyIds ?? []),
      limit + 1,
    ],
  )
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

const ORDER_BY: Readonly<Record<StoreOrder, string>> = {
  // An empty store is as old as itself.
  changed:
    'CASE WHEN last_changed_at > created_at THEN last_changed_at ELSE created_at END DESC, id DESC',
  created: 'id DESC',
  name: 'lower(name), id',
  size: 'byte_size DESC, id DESC',
}

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
  const rows = await db.read.all<{ id: string }>(
    `SELECT id FROM memory_stores WHERE deleted_at IS NULL
     ORDER BY ${ORDER_BY[order]} LIMIT ? OFFSET ?`,
    [limit + 1, offset],
  )
  const ids = rows.slice(0, limit).map(({ id }) => id)
  const { stores } = await listStores(db, { onlyIds: ids, includeArchived: true, limit })
  const byId = new Map(stores.map((store) => [store.id, store]))
  return { stores: ids.flatMap((id) => byId.get(id) ?? []), hasMore: rows.length > limit }
}

/** The number of the last change of every store, by its id. */
export async function lastSequences(db: Database): Promise<Map<string, number>> {
  const rows = await db.read.all<{ id: string; last_sequence: number }>(
    'SELECT id, last_sequence FROM memory_stores WHERE deleted_at IS NULL',
  )
  return new Map(rows.map(({ id, last_sequence }) => [id, last_sequence]))
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
