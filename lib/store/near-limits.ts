import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { parseStoreSettings } from './model/store-settings'

/** From this share of a limit on, agents are told (review page, Limits and expiry). */
const TOLD_FROM = 0.8

/** A limit of which much is used. */
export interface NearLimit {
  limit: 'memories' | 'bytes' | 'versions'
  used: number
  maximum: number
}

/** The limits of a store that are nearly reached, or are. Refuses `store_not_found`. */
export async function nearLimits(db: Database, storeId: string): Promise<NearLimit[]> {
  const store = await findStore(db.read, storeId)
  const { maxMemories, maxBytes, maxVersions } = parseStoreSettings(store.settings)
  const all = [
    { limit: 'memories' as const, used: store.memory_count, maximum: maxMemories },
    { limit: 'bytes' as const, used: store.byte_size, maximum: maxBytes },
    { limit: 'versions' as const, used: store.version_count, maximum: maxVersions },
  ]
  return all.flatMap(({ limit, used, maximum }) =>
    maximum !== null && used >= TOLD_FROM * maximum ? [{ limit, used, maximum }] : [],
  )
}
