import type { Database } from '@/lib/db/database'

/** What an observed session is named by. */
export interface ObservedName {
  /** what it was asked first; '': not known, or not kept (TRANSCRIPTS) */
  firstPrompt: string
  /** since when it is known, milliseconds since 1970 */
  firstAt: number
}

/** What the observed sessions among these are named by, by id. */
export async function observedNames(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, ObservedName>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const rows = await db.prisma.observedSession.findMany({
    where: { id: { in: asked } },
    select: { id: true, firstPrompt: true, firstAt: true },
  })
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
