import type { Database } from '@/lib/db/database'

/** The titles of these sessions that exist, by id; null: it has none yet. */
export async function sessionTitles(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const rows = await db.prisma.session.findMany({
    where: { id: { in: asked } },
    select: { id: true, title: true },
  })
  return new Map(rows.map(({ id, title }) => [id, title]))
}
