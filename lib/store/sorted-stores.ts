import type { Database } from '@/lib/db/database'
import { listStores } from './list-stores'
import type { MemoryStore } from './model/memory-store'

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
