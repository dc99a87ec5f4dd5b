import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'

/** Branches, by the keys of their stores: reads of contents, redactions and the purge ask for them. */

const BRANCH = columns('b', 'branch', [
  'storeKey',
  'originKey',
  'originId',
  'sequence',
  'mergedSequence',
  'originSequence',
  'mergedAt',
  'sessionId',
  'actorType',
  'actorId',
  'createdAt',
])

export type BranchRow = RowOf<typeof BRANCH>

/** The store as a branch; undefined: it is none. */
export function branchOfStore(sql: Sql, storeKey: number): Promise<BranchRow | undefined> {
  return sql.get<BranchRow>(`SELECT ${BRANCH.list} FROM branches b WHERE b.store_key = ?`, [
    storeKey,
  ])
}

/** The same, locked until the transaction ends. */
export function lockedBranch(tx: WriteSql, storeKey: number): Promise<BranchRow | undefined> {
  return tx.get<BranchRow>(
    `SELECT ${BRANCH.list} FROM branches b WHERE b.store_key = ? ${tx.forUpdate}`,
    [storeKey],
  )
}

const STORE = columns('s', 'memoryStore', ['id', 'name', 'lastSequence'])

/** A branch with its store. */
export type NamedBranchRow = BranchRow & RowOf<typeof STORE>

/** Those of these stores that are branches. */
export function branchesAmong(sql: Sql, storeIds: readonly string[]): Promise<NamedBranchRow[]> {
  return sql.all<NamedBranchRow>(
    `SELECT ${BRANCH.list}, ${STORE.list} FROM memory_stores s JOIN branches b ON b.store_key = s.key
     WHERE s.id IN ${oneOf(storeIds)} AND s.deleted_at IS NULL`,
    storeIds,
  )
}

/** The branches of a store, the newest first. */
export function branchesFrom(sql: Sql, originKey: number): Promise<NamedBranchRow[]> {
  return sql.all<NamedBranchRow>(
    `SELECT ${BRANCH.list}, ${STORE.list} FROM branches b JOIN memory_stores s ON s.key = b.store_key
     WHERE b.origin_key = ? AND s.deleted_at IS NULL ORDER BY s.key DESC`,
    [originKey],
  )
}

const LINK = columns('b', 'branch', ['storeKey', 'sequence'])

const LINKED_STORE = columns('s', 'memoryStore', ['id', 'deletedAt'])

/** A branch that reads from its origin. */
export type LinkedBranchRow = Pick<BranchRow, 'storeKey' | 'sequence'> & RowOf<typeof LINKED_STORE>

/** The branches of a store, with those that are deleted and not purged yet, or not whole yet. */
export function linkedBranches(sql: Sql, originKey: number): Promise<LinkedBranchRow[]> {
  return sql.all<LinkedBranchRow>(
    `SELECT ${LINK.list}, ${LINKED_STORE.list}
     FROM branches b JOIN memory_stores s ON s.key = b.store_key WHERE b.origin_key = ?`,
    [originKey],
  )
}

/** The branches that were made for a session. */
export function branchesOfSession(sql: Sql, sessionId: string): Promise<NamedBranchRow[]> {
  return sql.all<NamedBranchRow>(
    `SELECT ${BRANCH.list}, ${STORE.list} FROM branches b JOIN memory_stores s ON s.key = b.store_key
     WHERE b.session_id = ? AND s.deleted_at IS NULL ORDER BY s.key`,
    [sessionId],
  )
}

/** Begins a branch that nobody sees yet. */
export async function insertBranch(
  tx: WriteSql,
  row: Pick<BranchRow, 'storeKey' | 'originKey' | 'originId' | 'sequence' | 'sessionId'> & {
    actor: Actor
    now: number
  },
): Promise<void> {
  await tx.run(
    `INSERT INTO branches (store_key, origin_key, origin_id, sequence, merged_sequence,
       origin_sequence, session_id, filling_until, actor_type, actor_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ${tx.clock} + ${FILLING_MS}, ?, ?, ?)`,
    [
      row.storeKey,
      row.originKey,
      row.originId,
      row.sequence,
      row.sequence,
      row.sequence,
      row.sessionId,
      row.actor.type,
      row.actor.id,
      row.now,
    ],
  )
}

/** Time after which a branch that nobody goes on with is abandoned; milliseconds. */
const FILLING_MS = 60_000

/** Says that whoever copies is at it; false: it was taken for abandoned. */
export async function stillFilling(tx: WriteSql, storeKey: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE branches SET filling_until = ${tx.clock} + ${FILLING_MS}
     WHERE store_key = ? AND filling_until > ${tx.clock}`,
    [storeKey],
  )
  return changed > 0
}

/** Gives a branch that is not to be up to whoever purges. */
export async function abandonFilling(tx: WriteSql, storeKey: number): Promise<void> {
  await tx.run('UPDATE branches SET filling_until = 0 WHERE store_key = ?', [storeKey])
}

/** Returns whether somebody began to make a branch and is gone. */
export async function hasAbandonedBranch(tx: WriteSql): Promise<boolean> {
  const row = await tx.get(
    `SELECT 1 AS one FROM branches WHERE filling_until > 0 AND filling_until <= ${tx.clock} LIMIT 1`,
  )
  return row !== undefined
}

/** The totals of a store as of a change. */
export interface CopiedTotals {
  storeKey: number
  lastSequence: number
  lastChangedAt: number
  memoryCount: number
  byteSize: number
  versionCount: number
  quarantinedCount: number
}

/** Shows a branch that is whole. */
export async function publishBranch(tx: WriteSql, totals: CopiedTotals): Promise<void> {
  await tx.run('UPDATE branches SET filling_until = 0 WHERE store_key = ?', [totals.storeKey])
  await tx.run(
    `UPDATE memory_stores SET deleted_at = NULL, last_sequence = ?, last_changed_at = ?,
       memory_count = ?, byte_size = ?, version_count = ?, quarantined_count = ? WHERE key = ?`,
    [
      totals.lastSequence,
      totals.lastChangedAt,
      totals.memoryCount,
      totals.byteSize,
      totals.versionCount,
      totals.quarantinedCount,
      totals.storeKey,
    ],
  )
}

/** Through which changes both agree: the next merge starts with what comes after. */
export async function noteMerged(
  tx: WriteSql,
  row: Pick<BranchRow, 'storeKey' | 'mergedSequence' | 'originSequence'> & { at: number | null },
): Promise<void> {
  await tx.run(
    `UPDATE branches SET merged_sequence = ?, origin_sequence = ?, merged_at = ?
     WHERE store_key = ?`,
    [row.mergedSequence, row.originSequence, row.at, row.storeKey],
  )
}

/**
 * Remembers whose branch a store was that goes, for the conversations that had it, and for those of its
 * own branches, which go before it or after it. Without an origin nobody asks for them again.
 */
export async function noteFormerBranch(
  tx: WriteSql,
  { storeId, originId }: { storeId: string; originId: string | null },
): Promise<void> {
  if (originId === null) {
    await tx.run('DELETE FROM former_branches WHERE origin_id = ?', [storeId])
    return
  }
  await tx.run('INSERT INTO former_branches (store_id, origin_id) VALUES (?, ?)', [
    storeId,
    originId,
  ])
}
