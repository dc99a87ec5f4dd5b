import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Policies: each write of an agent asks for its store's. One is saved with its store locked. */

const STORE = columns('s', 'memoryStore', ['key', 'policyRevision', 'byteSize'])

type JudgedStoreRow = RowOf<typeof STORE>

const SELECT_STORE = `SELECT ${STORE.list} FROM memory_stores s
  WHERE s.id = ? AND s.deleted_at IS NULL`

/** The store that a policy is of. */
export function judgedStore(sql: Sql, storeId: string): Promise<JudgedStoreRow | undefined> {
  return sql.get<JudgedStoreRow>(SELECT_STORE, [storeId])
}

/** The same, locked until the transaction ends. */
export function lockedJudgedStore(
  tx: WriteSql,
  storeId: string,
): Promise<JudgedStoreRow | undefined> {
  return tx.get<JudgedStoreRow>(`${SELECT_STORE} ${tx.forUpdate}`, [storeId])
}

const REVISION = columns('r', 'policyRevision', [
  'revision',
  'policy',
  'actorType',
  'actorId',
  'createdAt',
])
const OF_STORE = columns('r', 'policyRevision', ['storeKey'])

export type RevisionRow = RowOf<typeof REVISION>

export function policyRevision(
  sql: Sql,
  storeKey: number,
  revision: number,
): Promise<RevisionRow | undefined> {
  return sql.get<RevisionRow>(
    `SELECT ${REVISION.list} FROM policy_revisions r WHERE r.store_key = ? AND r.revision = ?`,
    [storeKey, revision],
  )
}

/** Stores a revision, which is its store's from now on. */
export async function insertRevision(
  tx: WriteSql,
  row: RevisionRow & RowOf<typeof OF_STORE>,
): Promise<void> {
  await tx.run(
    `INSERT INTO policy_revisions (store_key, revision, policy, actor_type, actor_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [row.storeKey, row.revision, row.policy, row.actorType, row.actorId, row.createdAt],
  )
  await tx.run('UPDATE memory_stores SET policy_revision = ? WHERE key = ?', [
    row.revision,
    row.storeKey,
  ])
}
