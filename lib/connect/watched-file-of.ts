import path from 'node:path'
import type { Database } from '@/lib/db/database'

/**
 * The file in a watched folder in which a memory stands, by its absolute path; null: there is none,
 * as far as is known. Quarantine does not reach it.
 */
export async function watchedFileOf(
  db: Database,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<string | null> {
  const connection = await db.prisma.connection.findFirst({
    where: { store: { id: storeId } },
    select: { key: true, storeKey: true, location: true },
  })
  if (!connection) return null
  const { key: connectionKey, storeKey, location } = connection
  const memory = await db.prisma.memory.findFirst({
    where: { id: memoryId, storeKey },
    select: { path: true },
  })
  if (!memory || memory.path === null) return null
  const entry = await db.prisma.connectionEntry.findFirst({
    where: { connectionKey, node: { storeKey, path: memory.path } },
    select: { nodeKey: true },
  })
  return entry && path.join(location, memory.path)
}
