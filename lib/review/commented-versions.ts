import type { Database } from '@/lib/db/database'

/** How many comments were made on each version of a memory, by the versions' ids. */
export async function commentedVersions(
  db: Database,
  memoryId: string,
): Promise<Map<string, number>> {
  const rows = await db.prisma.memoryVersion.findMany({
    where: { memory: { id: memoryId }, comments: { some: {} } },
    select: { id: true, _count: { select: { comments: true } } },
  })
  return new Map(rows.map(({ id, _count }) => [id, _count.comments]))
}
