import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { parseStoreSettings } from './model/store-settings'

/** How much of something a store has, and how much it may have; null: any amount. */
export interface UsedLimit {
  used: number
  limit: number | null
}

/** What a store uses of its limits (API page, "Rules"). */
export interface StoreLimits {
  memories: UsedLimit
  /** of the live memories' contents */
  bytes: UsedLimit
  versions: UsedLimit
  /** its largest memory, and how large one may be; `used` is 0 in an empty store */
  largest: UsedLimit & { memoryId: string | null; path: string | null }
  /** the most characters of one read */
  viewChars: number
}

/**
 * A store's present use of its limits. The largest memory is found among the rows of all, on a
 * connection for long reads; the rest is the store's own row. Refuses `store_not_found`.
 */
export async function storeLimits(
  db: Database,
  { storeId, signal }: { storeId: string; signal?: AbortSignal | undefined },
): Promise<StoreLimits> {
  const sql = db.bulk.until(signal)
  const store = await findStore(sql, storeId)
  const settings = parseStoreSettings(store.settings)
  const largest = await sql.get<{ id: string; path: string; size: number }>(
    `SELECT id, path, size FROM memories WHERE store_key = ? AND path IS NOT NULL
     ORDER BY size DESC, path LIMIT 1`,
    [store.key],
  )
  return {
    memories: { used: store.memory_count, limit: settings.maxMemories },
    bytes: { used: store.byte_size, limit: settings.maxBytes },
    versions: { used: store.version_count, limit: settings.maxVersions },
    largest: {
      used: largest?.size ?? 0,
      limit: settings.maxContentBytes,
      memoryId: largest?.id ?? null,
      path: largest?.path ?? null,
    },
    viewChars: settings.maxViewChars,
  }
}
