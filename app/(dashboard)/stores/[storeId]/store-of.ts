import { notFound } from 'next/navigation'
import { database } from '@/lib/db/open-database'
import { getStore } from '@/lib/store/stores/read-stores'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { StoreError } from '@/lib/store/model/problems'

/** The store of an address, or the 404 page. */
export async function storeOf(storeId: string): Promise<MemoryStore> {
  return getStore(database(), storeId).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'store_not_found') notFound()
    throw error
  })
}
