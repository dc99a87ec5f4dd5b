import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'

const IDS_PER_STATEMENT = 500

/** The names of these stores, by id; those that are not there are left out. */
export async function namesOfStores(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const ids of chunked([...new Set(storeIds)], IDS_PER_STATEMENT)) {
    const rows = await db.read.all<{ id: string; name: string }>(
      `SELECT id, name FROM memory_stores
       WHERE id IN (?${', ?'.repeat(ids.length - 1)}) AND deleted_at IS NULL`,
      ids,
    )
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
