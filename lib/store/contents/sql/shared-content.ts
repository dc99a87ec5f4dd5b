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

/** From here on all contents of a branch are its own. */
export async function endSharing(tx: WriteSql, storeKey: number): Promise<void> {
  await tx.run('UPDATE branches SET origin_key = NULL WHERE store_key = ?', [storeKey])
}
