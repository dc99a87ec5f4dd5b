import { db, padded, write } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { flushReads } from '@/lib/store/reads'
import { storeNames } from '@/lib/store/stores'
import { chunked } from '@/lib/text/lists'
import { HEARD_MS } from './heard'

/** Sessions of agents in other programs, as their hooks and transcripts tell of them. */

export type ObservedSession = Prisma.ObservedSessionGetPayload<object>

/** The ones that were heard of last, of those that wrote or read here. */
export async function listObserved(limit: number): Promise<(ObservedSession & Counts)[]> {
  const listed: (ObservedSession & Counts)[] = []
  const orderBy = [{ lastAt: 'desc' as const }, { id: 'asc' as const }]
  const read = (last: ObservedSession | undefined, take: number) =>
    db.observedSession.findMany({
      orderBy,
      take,
      ...(last && { cursor: { id: last.id }, skip: 1 }),
    })
  for await (const page of pagesOf(SESSIONS_A_PAGE, read)) {
    listed.push(...(await counted(page)).filter(didHere))
    if (listed.length >= limit) break
  }
  return listed.slice(0, limit)
}

const SESSIONS_A_PAGE = 200

const didHere = ({ changes, reads }: Counts) => changes > 0 || reads > 0

/**
 * Transcripts tell of conversations about other projects, too: what neither wrote nor read here by a day after
 * it was heard of last is forgotten, with its prompt.
 */
export async function forgetOthers(): Promise<void> {
  await flushReads()
  const lastAt = { lt: new Date(Date.now() - HEARD_MS) }
  const old = await db.observedSession.findMany({ where: { lastAt }, select: { id: true } })
  for (const some of chunked(old, SESSIONS_A_PAGE)) {
    const others = (await counted(some)).filter((session) => !didHere(session))
    if (others.length === 0) continue
    const id = { in: padded(others.map((session) => session.id)) }
    await write((tx) => tx.observedSession.deleteMany({ where: { id, lastAt } }))
  }
}

interface Counts {
  changes: number
  reads: number
}

async function counted<Session extends { id: string }>(
  sessions: readonly Session[],
): Promise<(Session & Counts)[]> {
  const sessionId = { in: padded(sessions.map(({ id }) => id)) }
  const [written, read] = await Promise.all([
    db.version.groupBy({ by: ['sessionId'], where: { sessionId }, _count: true }),
    db.memoryRead.groupBy({ by: ['sessionId'], where: { sessionId }, _sum: { count: true } }),
  ])
  return sessions.map((session) => {
    const changes = written.find(({ sessionId: id }) => id === session.id)?._count ?? 0
    const reads = read.find(({ sessionId: id }) => id === session.id)?._sum.count ?? 0
    return { ...session, changes, reads }
  })
}

/** What an observed session did with a memory: a change, or how often it read it. */
export interface ObservedAct {
  storeId: string
  storeName: string
  memoryId: string
  path: string
  at: Date
  /** null: it read */
  change: { versionId: string; confidence: 'exact' | 'likely'; tool: string; model: string } | null
  reads: number
}

const MOST = 200

/** An observed session with what it read and changed, the last first; null: it is none. */
export async function findObserved(
  id: string,
): Promise<{ session: ObservedSession; acts: ObservedAct[] } | null> {
  const session = await db.observedSession.findUnique({ where: { id } })
  if (!session) return null
  const order = { orderBy: { sequence: 'desc' as const }, take: MOST }
  const where = { sessionId: id }
  const versions = await db.version.findMany({ where, ...order })
  const read = await db.memoryRead.findMany({ where, orderBy: { lastAt: 'desc' }, take: MOST })
  const wereRead = await db.version.findMany({
    where: { id: { in: read.map(({ versionId }) => versionId) } },
    select: { id: true, path: true, memory: { select: { path: true } } },
  })
  const names = await storeNames([...versions, ...read].map(({ storeId }) => storeId))
  const pathOf = new Map(wereRead.map(({ id, path, memory }) => [id, memory.path ?? path]))
  const nameOf = (storeId: string) => names.get(storeId) ?? storeId
  const acts: ObservedAct[] = [
    ...versions.map(({ id: versionId, storeId, memoryId, path, createdAt, attribution }) => ({
      storeId,
      storeName: nameOf(storeId),
      memoryId,
      path: path ?? '',
      at: createdAt,
      change: { versionId, ...toldIn(attribution) },
      reads: 0,
    })),
    ...read.map(({ storeId, memoryId, versionId, lastAt, count }) => ({
      storeId,
      storeName: nameOf(storeId),
      memoryId,
      path: pathOf.get(versionId) ?? '',
      at: lastAt,
      change: null,
      reads: count,
    })),
  ]
  return { session, acts: acts.toSorted((one, other) => +other.at - +one.at).slice(0, MOST) }
}

function toldIn(attribution: Prisma.JsonValue) {
  const told = (attribution ?? {}) as { confidence?: string; tool?: string; model?: string }
  const confidence = told.confidence === 'exact' ? ('exact' as const) : ('likely' as const)
  return { confidence, tool: told.tool ?? '', model: told.model ?? '' }
}
