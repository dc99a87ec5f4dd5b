import type { Database } from '@/lib/db/database'

/**
 * Returns the first prompts of these observed sessions, by id; those of which it is not known, or
 * not kept, have none.
 */
export async function observedPrompts(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const rows = await db.prisma.observedSession.findMany({
    where: { id: { in: asked }, firstPrompt: { not: '' } },
    select: { id: true, firstPrompt: true },
  })
  return new Map(rows.map(({ id, firstPrompt }) => [id, firstPrompt]))
}
