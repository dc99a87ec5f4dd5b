import type { Database } from '@/lib/db/database'
import { listReads } from '@/lib/store/reads/reads'
import type { ObservedName } from './observed-names'

/** A conversation in another program, as far as it is known; times in ms since 1970. */
export interface ObservedDetails extends ObservedName {
  id: string
  lastAt: number
  /** of the program; '': unknown */
  clientVersion: string
  /** the folder that it works in; '': unknown */
  project: string
  /** '': unknown */
  model: string
  /** where it wrote or, else, read; none that is deleted */
  stores: { id: string; name: string }[]
}

/** An observed session; null: there is none with this id. */
export async function getObservedSession(
  db: Database,
  sessionId: string,
): Promise<ObservedDetails | null> {
  const session = await db.prisma.observedSession.findFirst({ where: { id: sessionId } })
  if (!session) return null
  const written = await db.prisma.attribution.findMany({
    where: { sessionId },
    distinct: ['storeKey'],
    select: { storeKey: true, model: true },
  })
  const keys = written.map(({ storeKey }) => storeKey)
  if (keys.length === 0 && session.readStoreKey !== null) keys.push(session.readStoreKey)
  const stores = await db.prisma.memoryStore.findMany({
    where: { key: { in: keys }, deletedAt: null },
    select: { id: true, name: true },
  })
  const { id, firstPrompt, firstAt, lastAt, clientVersion, project } = session
  const model = written.find((write) => write.model)?.model ?? ''
  return { id, firstPrompt, firstAt, lastAt, clientVersion, project, model, stores }
}

/** Reads of a store that are looked at. */
const MAX_READS = 200

/** The clock of a session's program and this server's may differ by less; ms. */
const CLOCKS_DIFFER_MS = 24 * 60 * 60 * 1_000

/** A memory that an observed session read. */
export interface ObservedRead {
  storeId: string
  memoryId: string
  path: string
}

/** The memories that an observed session read and that are still there, in the order of its reads. */
export async function observedReads(
  db: Database,
  { id: sessionId, stores, firstAt }: Pick<ObservedDetails, 'id' | 'stores' | 'firstAt'>,
): Promise<ObservedRead[]> {
  const reads: ObservedRead[] = []
  for (const { id: storeId } of stores) {
    const rows = await listReads(db, {
      storeId,
      sessionId,
      // Else all reads of the store are gone through for a session of few.
      since: firstAt - CLOCKS_DIFFER_MS,
      limit: MAX_READS,
    })
    const ids = [...new Set(rows.toReversed().map(({ memoryId }) => memoryId))]
    const memories = await db.prisma.memory.findMany({
      where: { id: { in: ids }, path: { not: null } },
      select: { id: true, path: true },
    })
    const paths = new Map(memories.map(({ id, path }) => [id, path]))
    for (const memoryId of ids) {
      const path = paths.get(memoryId)
      if (path != null) reads.push({ storeId, memoryId, path })
    }
  }
  return reads
}
