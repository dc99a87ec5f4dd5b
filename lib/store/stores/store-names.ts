import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { parseStoreSettings } from '../model/store-settings'

/** What is needed to address a store. */
export interface NamedStore {
  id: string
  name: string
  isArchived: boolean
  /** bytes that a memory may hold at most */
  maxContentBytes: number
}

interface Row {
  id: string
  name: string
  archived_at: number | null
  settings: string
}

/** All stores, the oldest first, or those of these ids. */
export async function listStoreNames(
  db: Database,
  { onlyIds }: { onlyIds: readonly string[] | null },
): Promise<NamedStore[]> {
  if (onlyIds?.length === 0) return []
  const limit = onlyIds === null ? '' : `AND id IN (${onlyIds.map(() => '?').join(', ')})`
  const rows = await db.read.all<Row>(
    `SELECT id, name, archived_at, settings FROM memory_stores
     WHERE deleted_at IS NULL ${limit} ORDER BY id`,
    onlyIds ?? [],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isArchived: row.archived_at !== null,
    maxContentBytes: parseStoreSettings(row.settings).maxContentBytes,
  }))
}

const IDS_PER_STATEMENT = 500

/** The names of these stores, by id; those that are not there are left out. */
export async function namesOfStores(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const ids of chunked([...new Set(storeIds)], IDS_PER_STATEMENT)) {
    const rows = await db.prisma.memoryStore.findMany({
      where: { id: { in: ids }, deletedAt: null },
      select: { id: true, name: true },
    })
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
