import type { Database } from '@/lib/db/database'
import { inParts } from '@/lib/text/in-parts'

const IDS_A_STATEMENT = 500

/** The names of these stores, by id; those that are not there are left out. */
export async function namesOfStores(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const ids of inParts([...new Set(storeIds)], IDS_A_STATEMENT)) {
    const rows = await db.read.all<{ id: string; name: string }>(
      `SELECT id, name FROM memory_stores
       WHERE id IN (?${', ?'.repeat(ids.length - 1)}) AND deleted_at IS NULL`,
      ids,
    )
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
