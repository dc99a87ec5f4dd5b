import { db, padded } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import type { HeldWrite } from '@/lib/held/held-writes'

/** What sessions did to memories, and what of it waits for a person. */

export interface Written {
  /** how many it wrote */
  memories: number
  /** of these, those that it wrote last and nobody has looked at since */
  toReview: number
  /** its writes that wait, the oldest first */
  waiting: WaitingOf[]
}

type WaitingOf = Pick<
  HeldWrite,
  'id' | 'storeId' | 'path' | 'sessionId' | 'toolUseId' | 'createdAt'
>

/** The same of each session. */
export async function writtenBy(sessionIds: readonly string[]): Promise<Map<string, Written>> {
  const sessionId = { in: padded(sessionIds) }
  const [versions, held] = await Promise.all([
    db.version.groupBy({
      by: ['sessionId', 'memoryId'],
      where: { sessionId },
      _max: { sequence: true },
    }),
    db.heldWrite.findMany({
      where: { sessionId, state: 'waiting' },
      select: {
        ...{ id: true, storeId: true, path: true },
        ...{ sessionId: true, toolUseId: true, createdAt: true },
      },
      orderBy: { createdAt: 'asc' },
    }),
  ])
  const marked = await rowsOf(
    versions.map(({ memoryId }) => memoryId),
    (some) =>
      db.memory.findMany({
        where: { id: { in: some }, toReview: { not: null } },
        select: { id: true, toReview: true },
      }),
  )
  const last = new Map(marked.map(({ id, toReview }) => [id, toReview]))
  const isToReview = ({ memoryId, _max }: (typeof versions)[number]) =>
    last.get(memoryId) === _max.sequence
  return new Map(
    sessionIds.map((id) => {
      const own = versions.filter((version) => version.sessionId === id)
      const waiting = held.filter((each) => each.sessionId === id)
      return [id, { memories: own.length, toReview: own.filter(isToReview).length, waiting }]
    }),
  )
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
