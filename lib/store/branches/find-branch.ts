import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { refuse } from '../model/problems'
import type { Actor } from '../model/actor'
import { storeById } from '../stores/sql/stores'
import { findStore } from '../write/store-transaction'
import type { OpenBranch } from './branch-memories'
import { branchesAmong, branchesFrom, branchOfStore, type NamedBranchRow } from './sql/branches'
import { countAfter } from './sql/merging'

/** A store that was made from another. */
export interface BranchOf {
  /** the store itself */
  storeId: string
  /** its origin, which may be gone */
  originId: string
  isOriginGone: boolean
  /** the last change of the origin that it has */
  sequence: number
  /** milliseconds since 1970; null: never */
  mergedAt: number | null
  /** the session that it was made for */
  sessionId: string | null
  madeBy: Actor
  createdAt: number
}

function branchOf(row: NamedBranchRow): BranchOf {
  return {
    storeId: row.id,
    originId: row.originId,
    isOriginGone: row.originKey === null,
    sequence: row.sequence,
    mergedAt: row.mergedAt,
    sessionId: row.sessionId,
    madeBy: { type: row.actorType, id: row.actorId },
    createdAt: row.createdAt,
  }
}

/** Those of these stores that are branches, by their ids. */
export async function branchesOf(
  db: Database,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, BranchOf>> {
  if (storeIds.length === 0) return new Map()
  const rows = await branchesAmong(db.read, storeIds)
  return new Map(rows.map((row) => [row.id, branchOf(row)]))
}

/** A branch of a store, and how far both went on. */
export interface BranchSince {
  id: string
  name: string
  createdAt: number
  sessionId: string | null
  mergedAt: number | null
  /** changes of memories in the branch since both last agreed */
  ahead: number
}

/** The branches of a store, the newest first. Refuses `store_not_found`. */
export async function listBranches(db: Database, storeId: string): Promise<BranchSince[]> {
  const { key } = await findStore(db.read, storeId)
  const branches: BranchSince[] = []
  for (const row of await branchesFrom(db.read, key)) {
    const after = { storeKey: row.storeKey, after: row.mergedSequence }
    const { id, name, createdAt, sessionId, mergedAt } = row
    branches.push({
      id,
      name,
      createdAt,
      sessionId,
      mergedAt,
      ahead: await countAfter(db.bulk, after),
    })
  }
  return branches
}

/** A branch, its origin, and how far both went on since they last agreed. */
export interface BranchState extends BranchOf {
  /** null: it is gone */
  originName: string | null
  /** changes of memories in the branch */
  ahead: number
  /** all changes of memories that were made in the branch, merged or not */
  own: number
  /** changes of memories in the origin */
  behind: number
}

/** Null: the store was made from no other, or there is none. */
export async function branchState(db: Database, storeId: string): Promise<BranchState | null> {
  const [row] = await branchesAmong(db.read, [storeId])
  if (!row) return null
  const origin = await storeById(db.read, row.originId)
  const since = (storeKey: number, after: number) => countAfter(db.bulk, { storeKey, after })
  return {
    ...branchOf(row),
    isOriginGone: !origin,
    originName: origin?.name ?? null,
    ahead: await since(row.storeKey, row.mergedSequence),
    own: await since(row.storeKey, row.sequence),
    behind: origin ? await since(origin.key, row.originSequence) : 0,
  }
}

/**
 * The branch with this id. Refuses `store_not_found`, `not_a_branch`, and `branch_origin_gone` if
 * there is nothing any more that it could be merged into.
 */
export async function openBranch(sql: Sql, storeId: string): Promise<OpenBranch> {
  const store = await findStore(sql, storeId)
  const branch = await branchOfStore(sql, store.key)
  if (!branch) return refuse({ kind: 'not_a_branch', storeId })
  const { originKey, originId } = branch
  if (originKey === null) return refuse({ kind: 'branch_origin_gone', storeId, originId })
  // Deleted, and not purged yet.
  await findStore(sql, originId).catch(() =>
    refuse({ kind: 'branch_origin_gone', storeId, originId }),
  )
  return { ...branch, originKey }
}
