import { db, padded } from '@/lib/db'
import type { HeldWrite } from '@/lib/held/held-writes'
import { shownToReview } from '@/lib/review/marked'
import type { WrittenVersion } from './entries'

/** What sessions did to memories, and what of it waits for a person. */

export interface Written {
  /** how many it wrote; the lines would take the texts of all its versions */
  memories: number
  /** of these, those that it wrote last and that stand to be reviewed */
  toReview: number
  /** its writes that wait, the oldest first */
  waiting: WaitingOf[]
}

type WaitingOf = Pick<
  HeldWrite,
  'id' | 'storeId' | 'path' | 'sessionId' | 'toolUseId' | 'createdAt'
>

/** The same of each session; what is to review is looked for in these stores, or in all. */
export async function writtenBy(
  sessionIds: readonly string[],
  storeIds?: readonly string[],
): Promise<Map<string, Written>> {
  const sessionId = { in: padded(sessionIds) }
  const [versions, held, shown] = await Promise.all([
    db.version.groupBy({
      by: ['sessionId', 'memoryId', 'side'],
      where: { sessionId },
      _max: { sequence: true },
    }),
    db.heldWrite.findMany({
      where: { sessionId, state: 'waiting' },
      select: {
        id: true,
        storeId: true,
        path: true,
        sessionId: true,
        toolUseId: true,
        createdAt: true,
      },
      orderBy: { createdAt: 'asc' },
    }),
    shownToReview(storeIds),
  ])
  const lastOf = new Map(shown.map(({ id, last }) => [id, last]))
  return new Map(
    sessionIds.map((id) => {
      const own = versions.filter((version) => version.sessionId === id)
      const waiting = held.filter((each) => each.sessionId === id)
      const memories = new Set(own.map(({ memoryId }) => memoryId)).size
      const open = own.filter(({ memoryId, _max }) => lastOf.get(memoryId) === _max.sequence)
      return [id, { memories, toReview: open.length, waiting }]
    }),
  )
}

/** The last version that a session wrote of each memory, with where that stood by then; the oldest first. */
export async function lastWrittenBy(
  sessionId: string,
): Promise<(WrittenVersion & { path: string })[]> {
  const rows = await db.version.findMany({
    where: { sessionId, path: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { sequence: 'desc' }],
    distinct: 'memoryId',
    select: { id: true, storeId: true, path: true, memoryId: true, ordinal: true },
  })
  return rows.toReversed().map(({ id: versionId, storeId, path, memoryId, ordinal }) => ({
    storeId,
    versionId,
    path: path ?? '',
    memory: { id: memoryId, ordinal },
  }))
}

/** How many sessions run, or wait for a person. */
export async function countLive(): Promise<number> {
  const waiting = await db.heldWrite.findMany({
    where: { state: 'waiting', sessionId: { not: null } },
    select: { sessionId: true },
    distinct: ['sessionId'],
  })
  const ids = waiting.flatMap(({ sessionId }) => sessionId ?? [])
  return db.session.count({
    where: { archivedAt: null, OR: [{ status: 'running' }, { id: { in: padded(ids) } }] },
  })
}
