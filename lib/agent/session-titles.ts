import type { Database } from '@/lib/db/database'
import { storedModel } from './session-settings'

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

/** The title of a session, and the model that answers in it. */
export interface SessionAgent {
  /** null: it has none yet */
  title: string | null
  model: string
}

/** The titles and models of these sessions that exist, by id. */
export async function sessionAgents(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, SessionAgent>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const rows = await db.prisma.session.findMany({
    where: { id: { in: asked } },
    select: { id: true, title: true, settings: true },
  })
  return new Map(
    rows.map(({ id, title, settings }) => [id, { title, model: storedModel(settings) }]),
  )
}
