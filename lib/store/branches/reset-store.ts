import type { Database } from '@/lib/db/database'
import type { Cause } from '../model/actor'
import { refuse } from '../model/problems'
import type { RollbackResult } from '../model/rollback-plan'
import { restoreStore } from '../undo/restore-store'
import { listNamedMoments } from '../time/named-moments'
import { findStore } from '../write/store-transaction'
import { lastSeeded } from './sql/merging'

/** The state that a store is reset to: as its last seeding left it, or a moment by its name. */
export type ResetTo = 'seed' | { moment: string }

/** The states that a store can be reset to. */
export interface ResetChoices {
  isSeeded: boolean
  /** by their names, the latest first */
  moments: string[]
}

/** Refuses `store_not_found`. */
export async function resetChoices(db: Database, storeId: string): Promise<ResetChoices> {
  const { key } = await findStore(db.read, storeId)
  const named = await listNamedMoments(db, storeId)
  return {
    isSeeded: (await lastSeeded(db.read, key)) !== undefined,
    moments: named.map(({ name }) => name),
  }
}

/** The last change of the moment. Refuses `store_not_found`, `moment_not_found`. */
export async function momentToResetTo(
  db: Database,
  storeId: string,
  to: ResetTo,
): Promise<{ sequence: number }> {
  const { key: storeKey } = await findStore(db.read, storeId)
  if (to === 'seed') {
    const seeded = await lastSeeded(db.read, storeKey)
    return seeded ?? refuse({ kind: 'moment_not_found', storeId, name: null })
  }
  const name = to.moment
  const named = await db.prisma.namedMoment.findFirst({ where: { storeKey, name } })
  return named ?? refuse({ kind: 'moment_not_found', storeId, name })
}

/** Restores a store to it, as one batch that can be undone. Refuses as `restoreStore`, too. */
export async function resetStore(
  db: Database,
  { storeId, to, cause }: { storeId: string; to: ResetTo; cause: Cause },
): Promise<RollbackResult> {
  const at = await momentToResetTo(db, storeId, to)
  return restoreStore(db, { storeId, at, cause })
}
