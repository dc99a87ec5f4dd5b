import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { parseStoreSettings } from '../model/store-settings'
import { addressedStores } from './sql/named-stores'

/** The fields needed to address a store. */
export interface NamedStore {
  id: string
  name: string
  isArchived: boolean
  /** bytes that a memory may hold at most */
  maxContentBytes: number
}

/** All stores, the oldest first, or those of these ids. */
export async function listStoreNames(
  db: Database,
  { onlyIds }: { onlyIds: readonly string[] | null },
): Promise<NamedStore[]> {
  if (onlyIds?.length === 0) return []
  const rows = await addressedStores(db.read, onlyIds)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isArchived: row.archivedAt !== null,
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

/** Room for the number in a store's name. */
const MAX_STEM = 240

/** A name that no other store has: this one, else with a number. */
export async function freeStoreName(db: Database, wanted: string): Promise<string> {
  const stem = wanted.trim().slice(0, MAX_STEM)
  const rows = await db.prisma.memoryStore.findMany({
    where: { deletedAt: null, name: { startsWith: stem } },
    select: { name: true },
  })
  const taken = new Set(rows.map(({ name }) => name))
  if (!taken.has(stem)) return stem
  let number = 2
  while (taken.has(`${stem} ${number}`)) number++
  return `${stem} ${number}`
}
