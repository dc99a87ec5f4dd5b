import { columns, type RowOf } from '@/lib/db/columns'
import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { refuse } from '@/lib/store/model/problems'
import type { Policy } from './model/policy'
import { presetPolicy } from './model/policy-presets'
import { readPolicyText } from './policy-text'

const REVISION = columns('r', 'policyRevision', [
  'revision',
  'policy',
  'actorType',
  'actorId',
  'createdAt',
])

type RevisionRow = RowOf<typeof REVISION>

/** A store's policy. Refuses `store_not_found`. */
export async function getPolicy(db: Database, storeId: string): Promise<Policy> {
  const store = await db.read.get<{ key: number; policy_revision: number }>(
    'SELECT key, policy_revision FROM memory_stores WHERE id = ? AND deleted_at IS NULL',
    [storeId],
  )
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  return policyOfRevision(db.read, store.key, store.policy_revision)
}

/** The policy that a revision is; 0: that of a store without one. */
export async function policyOfRevision(
  sql: Sql,
  storeKey: number,
  revision: number,
): Promise<Policy> {
  const row = await sql.get<RevisionRow>(
    `SELECT ${REVISION.list} FROM policy_revisions r WHERE r.store_key = ? AND r.revision = ?`,
    [storeKey, revision],
  )
  if (row) return policyOfRow(row)
  if (revision === 0) {
    const { default: otherwise } = presetPolicy('watch', 0)
    return {
      default: otherwise,
      rules: [],
      revision,
      savedBy: null,
      savedAt: null,
      unreadable: null,
    }
  }
  return { ...readPolicyText(''), revision, savedBy: null, savedAt: null }
}

/** The policy that a stored revision is. */
export function policyOfRow(row: RevisionRow): Policy {
  return {
    ...readPolicyText(row.policy),
    revision: row.revision,
    savedBy: { type: row.actorType, id: row.actorId },
    savedAt: row.createdAt,
  }
}
