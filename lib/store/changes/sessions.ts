import type { Database } from '@/lib/db/database'
import type { Actor } from '../model/actor'
import { findStore } from '../write/store-transaction'
import { isAttached } from './sql/session-changes'

/**
 * Returns whether a session of this server has the store attached, and so shows its history on its
 * page.
 */
export function hasSession(
  db: Database,
  session: { storeId: string; sessionId: string },
): Promise<boolean> {
  return isAttached(db.read, session)
}

/** The newest changes of a store that belong together. */
export interface LastRun {
  /** what joins them: one session, one batch, or only one actor */
  kind: 'session' | 'batch' | 'actor'
  /** the last change before them; 0: there is none */
  after: number
}

/**
 * The store's newest changes, back to the first by another session, another batch, or somebody else.
 * Null if nothing was ever written. Costs the length of the run. Refuses `store_not_found`.
 */
export async function lastRun(db: Database, storeId: string): Promise<LastRun | null> {
  const { key: storeKey } = await findStore(db.read, storeId)
  const { memoryVersion } = db.prisma
  const orderBy = { sequence: 'desc' } as const
  const last = await memoryVersion.findFirst({
    where: { storeKey },
    orderBy,
    select: { sessionId: true, batchKey: true, actorType: true, actorId: true },
  })
  if (!last) return null
  const { kind, others } = otherThan(last)
  const before = await memoryVersion.findFirst({
    where: { storeKey, OR: others },
    orderBy,
    select: { sequence: true },
  })
  return { kind, after: before?.sequence ?? 0 }
}

interface Written {
  sessionId: string | null
  batchKey: number | null
  actorType: Actor['type']
  actorId: string
}

function otherThan({ sessionId, batchKey, actorType, actorId }: Written) {
  if (batchKey !== null) {
    const others = [{ batchKey: null }, { batchKey: { not: batchKey } }]
    return { kind: 'batch', others } as const
  }
  if (sessionId !== null) {
    const others = [{ sessionId: null }, { sessionId: { not: sessionId } }]
    return { kind: 'session', others } as const
  }
  const others = [
    { sessionId: { not: null } },
    { batchKey: { not: null } },
    { actorType: { not: actorType } },
    { actorId: { not: actorId } },
  ]
  return { kind: 'actor', others } as const
}
