import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { Changeset } from '../model/changeset'

/**
 * The ids of those of some changesets in which nothing is open, and a reviewer's tray only waits to be
 * applied.
 */
export async function changesetsToApply(
  db: Database,
  changesets: readonly Changeset[],
  reviewer: Actor,
): Promise<Set<string>> {
  const decided = changesets.filter(
    ({ isExamined, state, hunkCount, openHunks }) =>
      isExamined && state !== 'done' && hunkCount > 0 && openHunks === 0,
  )
  if (decided.length === 0) return new Set()
  const rows = await db.prisma.changeset.findMany({
    where: { id: { in: decided.map(({ id }) => id) } },
    select: { key: true, id: true },
  })
  // What was decided about an earlier state is gone once nothing of the present one is open.
  const lying = await db.prisma.hunkDecision.groupBy({
    by: ['changesetKey'],
    where: {
      changesetKey: { in: rows.map(({ key }) => key) },
      actorType: reviewer.type,
      actorId: reviewer.id,
      decision: { not: 'accepted' },
      appliedAt: null,
    },
  })
  const keys = new Set(lying.map(({ changesetKey }) => changesetKey))
  return new Set(rows.flatMap(({ key, id }) => (keys.has(key) ? [id] : [])))
}
