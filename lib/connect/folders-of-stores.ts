import type { Database } from '@/lib/db/database'

/** The watched folders of these stores, by the stores' ids; of a store without one, nothing. */
export async function foldersOfStores(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.prisma.connection.findMany({
    where: { store: { id: { in: [...storeIds] } } },
    select: { location: true, store: { select: { id: true } } },
  })
  return new Map(rows.map(({ location, store }) => [store.id, location]))
}
