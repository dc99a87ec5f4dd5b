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
