import type { Database } from '@/lib/db/database'
import { nearestNames } from '@/lib/text/nearest-names'
import { findStore } from './core/store-transaction'

/** Paths that are compared; a suggestion is not worth more work. */
const MAX_COMPARED = 5_000

/** The store's present paths that are spelt most like one. Refuses `store_not_found`. */
export async function nearestPaths(
  db: Database,
  { storeId, path, most }: { storeId: string; path: string; most: number },
): Promise<string[]> {
  const store = await findStore(db.read, storeId)
  const rows = await db.read.all<{ path: string }>(
    'SELECT path FROM memories WHERE store_key = ? AND path > ? ORDER BY path LIMIT ?',
    [store.key, '/', MAX_COMPARED],
  )
  return nearestNames(
    path,
    rows.map((row) => row.path),
    most,
  )
}
