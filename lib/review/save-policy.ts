import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { newId } from '@/lib/text/prefixed-id'
import { policyOfRevision } from './get-policy'
import type { Policy, PolicyDraft, PolicyRules } from './model/policy'
import { refuseReview } from './model/review-problems'
import { policyFaults } from './policy-faults'
import { policyText } from './policy-text'

export interface SavePolicyInput {
  storeId: string
  draft: PolicyDraft
  /** the revision that the caller saw; 0: none */
  revision: number
  by: Actor
}

/**
 * Saves a store's policy as its next revision. Refuses `store_not_found`; `policy_changed` if the
 * present revision is another one; `policy_faulty` with the first thing that is wrong.
 */
export async function savePolicy(db: Database, input: SavePolicyInput): Promise<Policy> {
  const { storeId, draft, by } = input
  return db.write(async (tx) => {
    const store = await tx.get<{ key: number; policy_revision: number }>(
      `SELECT key, policy_revision FROM memory_stores
       WHERE id = ? AND deleted_at IS NULL ${tx.forUpdate}`,
      [storeId],
    )
    if (!store) return refuse({ kind: 'store_not_found', storeId })
    if (store.policy_revision !== input.revision) {
      refuseReview({ kind: 'policy_changed', storeId, revision: store.policy_revision })
    }
    const present = await policyOfRevision(tx, store.key, store.policy_revision)
    const now = Date.now()
    const [fault] = policyFaults(draft, new Map(present.rules.map((rule) => [rule.id, rule])), now)
    if (fault) refuseReview({ kind: 'policy_faulty', ...fault })
    const revision = store.policy_revision + 1
    const rules: PolicyRules = {
      default: draft.default,
      rules: draft.rules.map((rule) => ({ ...rule, id: rule.id ?? newId('rule', now) })),
    }
    await tx.run(
      `INSERT INTO policy_revisions (store_key, revision, policy, actor_type, actor_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [store.key, revision, policyText(rules), by.type, by.id, now],
    )
    await tx.run('UPDATE memory_stores SET policy_revision = ? WHERE key = ?', [
      revision,
      store.key,
    ])
    tx.touch(store.key)
    return { ...rules, revision, savedBy: by, savedAt: now, unreadable: null }
  })
}
