import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** The contents that a branch reads from its origin: of their common changes, as far as it has none. */

const BRANCH = columns('b', 'branch', ['storeKey', 'originKey', 'sequence'])

/** A branch whose origin is there. */
export type SharingRow = RowOf<typeof BRANCH> & { originKey: number }

const SELECT_SHARING = `SELECT ${BRANCH.list} FROM branches b WHERE b.origin_key IS NOT NULL`

/** The store as a branch; undefined: it is none, or its origin is gone. */
export function sharingOf(sql: Sql, storeKey: number): Promise<SharingRow | undefined> {
  return sql.get<SharingRow>(`${SELECT_SHARING} AND b.store_key = ?`, [storeKey])
}

/** The branches that read from a store, those that nobody sees yet among them. */
export function branchesReading(sql: Sql, originKey: number): Promise<SharingRow[]> {
  return sql.all<SharingRow>(`${SELECT_SHARING} AND b.origin_key = ?`, [originKey])
}

/** Returns whether a branch is deleted and waits for the purge; one that is being made is not. */
export async function isGone(sql: Sql, storeKey: number): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM memory_stores s JOIN branches b ON b.store_key = s.key
     WHERE s.key = ? AND s.deleted_at IS NOT NULL AND b.filling_until = 0`,
    [storeKey],
  )
  return row !== undefined
}

/** The store as a branch whose origin is there and not deleted; undefined: it is none. */
export function parentOf(sql: Sql, storeKey: number): Promise<SharingRow | undefined> {
  return sql.get<SharingRow>(
    `${SELECT_SHARING} AND b.store_key = ? AND EXISTS
       (SELECT 1 FROM memory_stores s WHERE s.key = b.origin_key AND s.deleted_at IS NULL)`,
    [storeKey],
  )
}

const VERSION = columns('v', 'memoryVersion', ['sequence'])

const WITHOUT_OWN = `FROM memory_versions v
  LEFT JOIN version_contents c ON c.store_key = v.store_key AND c.sequence = v.sequence
  WHERE v.store_key = ? AND v.sha256 IS NOT NULL AND c.sequence IS NULL`

/** Those of these versions of a branch that have a content, which is not its own. */
export function withoutOwn(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<RowOf<typeof VERSION>[]> {
  return sql.all<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} ${WITHOUT_OWN} AND v.sequence IN ${oneOf(sequences)}`,
    [storeKey, ...sequences],
  )
}

/** The same of all that are shared, a page of them. */
export function withoutOwnAfter(
  sql: Sql,
  {
    storeKey,
    after,
    upTo,
    limit,
  }: { storeKey: number; after: number; upTo: number; limit: number },
): Promise<RowOf<typeof VERSION>[]> {
  return sql.all<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} ${WITHOUT_OWN} AND v.sequence > ? AND v.sequence <= ?
     ORDER BY v.sequence LIMIT ?`,
    [storeKey, after, upTo, limit],
  )
}

/**
 * Contents that a store has of its own, of changes up to one which it shares with its branch, and that
 * the branch has not: some of them.
 */
export function onlyIn(
  sql: Sql,
  {
    storeKey,
    originKey,
    upTo,
    limit,
  }: { storeKey: number; originKey: number; upTo: number; limit: number },
): Promise<RowOf<typeof VERSION>[]> {
  return sql.all<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} FROM version_contents o CROSS JOIN memory_versions v
     LEFT JOIN version_contents c ON c.store_key = v.store_key AND c.sequence = v.sequence
     WHERE o.store_key = ? AND o.sequence <= ? AND v.store_key = ? AND v.sequence = o.sequence
       AND v.sha256 IS NOT NULL AND c.sequence IS NULL
     ORDER BY o.sequence LIMIT ?`,
    [originKey, upTo, storeKey, limit],
  )
}

/**
 * Makes a branch one of another store, with which it shares the changes up to one, unless it is that
 * by now. It was not merged into that yet.
 */
export async function shareWith(
  tx: WriteSql,
  { storeKey, originKey: before }: SharingRow,
  { originKey, sequence }: { originKey: number; sequence: number },
): Promise<void> {
  const changed = await tx.run(
    `UPDATE branches SET origin_key = ?, sequence = ?, merged_sequence = ?, origin_sequence = ?,
       merged_at = NULL, origin_id = (SELECT s.id FROM memory_stores s WHERE s.key = ?)
     WHERE store_key = ? AND origin_key = ?`,
    [originKey, sequence, sequence, sequence, originKey, storeKey, before],
  )
  if (changed > 0) await tx.run('DELETE FROM merged_memories WHERE store_key = ?', [storeKey])
}

/** From here on all contents of a branch are its own; unless it is one of another store by now. */
export async function endSharing(tx: WriteSql, { storeKey, originKey }: SharingRow): Promise<void> {
  await tx.run('UPDATE branches SET origin_key = NULL WHERE store_key = ? AND origin_key = ?', [
    storeKey,
    originKey,
  ])
}
