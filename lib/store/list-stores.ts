import type { Database } from '@/lib/db/database'
import { STORE_COLUMNS, type StoreRow, storeOf } from './core/rows'
import type { MemoryStore } from './model/memory-store'

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
