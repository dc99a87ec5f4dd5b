import type { Database } from '@/lib/db/database'

/** The facts that name an observed session. */
export interface ObservedName {
  /** what it was asked first; '': not known, or not kept (TRANSCRIPTS) */
  firstPrompt: string
  /** since when it is known, milliseconds since 1970 */
  firstAt: number
}

/** Returns what names the observed sessions among these, by id. */
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
