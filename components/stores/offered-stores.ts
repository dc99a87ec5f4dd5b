import 'server-only'
import { database } from '@/lib/db/open-database'
import { findStores } from '@/lib/store/stores/read-stores'
import type { StoreName } from './store-names'

/** The stores that a page offers by itself. */
export interface OfferedStores {
  stores: readonly StoreName[]
  /** whether there are others, which are found by their names */
  isPart: boolean
}

/** A list of more is no way to find one. */
const MAX_OFFERED = 30

/** The stores that changed last; of a few all. */
export async function offeredStores({
  withArchived,
}: {
  withArchived: boolean
}): Promise<OfferedStores> {
  const { stores, hasMore } = await findStores(database(), {
    text: '',
    limit: MAX_OFFERED,
    includeArchived: withArchived,
  })
  return {
    stores: stores.map(({ id, name, memoryCount }) => ({ id, name, memories: memoryCount })),
    isPart: hasMore,
  }
}
