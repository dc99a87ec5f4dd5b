import type { Database } from '@/lib/db/database'
import type { Proposal } from '@/lib/store/model/proposal'
import { policyOfRevision } from './get-policy'
import type { PolicyRule } from './model/policy'

/**
 * The rule that holds a write, as it was then; null: its session asks for every write, the policy's
 * default holds it, or the rule cannot be read any more.
 */
export async function holdingRule(
  db: Database,
  { storeId, rule }: Pick<Proposal, 'storeId' | 'rule'>,
): Promise<PolicyRule | null> {
  if (rule === null) return null
  const store = await db.read.get<{ key: number }>('SELECT key FROM memory_stores WHERE id = ?', [
    storeId,
  ])
  if (!store) return null
  const { rules } = await policyOfRevision(db.read, store.key, rule.revision)
  return rules.find(({ id }) => id === rule.id) ?? null
}
