import type { Database } from '@/lib/db/database'
import type { Proposal } from '@/lib/store/model/proposal'
import type { PolicyRule } from '../model/policy'
import type { RuleStop } from '../model/policy-health'
import { policyOfRevision } from './get-policy'
import { ruleStops } from './policy-health'
import { judgedStore } from './sql/policies'

/** A write that a store's policy kept out, with the rule's index in the present policy. */
export interface StoreStop extends RuleStop {
  /** from 0; null: the default, or a rule that is there no more */
  ruleIndex: number | null
}

/** The newest writes that a store's policy refused or masked; none of a store that there is not. */
export async function storeStops(db: Database, storeId: string): Promise<StoreStop[]> {
  const store = await judgedStore(db.read, storeId)
  if (!store || store.policyRevision === 0) return []
  const [{ rules }, stops] = await Promise.all([
    policyOfRevision(db.read, store.key, store.policyRevision),
    ruleStops(db.read, { storeKey: store.key }),
  ])
  const places = new Map(rules.map(({ id }, index) => [id, index]))
  return stops.map((stop) => ({ ...stop, ruleIndex: places.get(stop.ruleId ?? '') ?? null }))
}

/**
 * The rule that holds a write, as it was then; null: its session asks for every write, the policy's
 * default holds it, or the rule cannot be read any more.
 */
export async function holdingRule(
  db: Database,
  { storeId, rule }: Pick<Proposal, 'storeId' | 'rule'>,
): Promise<PolicyRule | null> {
  if (rule === null) return null
  const store = await judgedStore(db.read, storeId)
  if (!store) return null
  const { rules } = await policyOfRevision(db.read, store.key, rule.revision)
  return rules.find(({ id }) => id === rule.id) ?? null
}
