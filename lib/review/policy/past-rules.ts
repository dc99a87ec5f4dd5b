import type { BulkSql } from '@/lib/db/sql'
import { policyOfRevision } from './get-policy'
import type { FactFinding, PolicyRule, PolicyRules } from '../model/policy'

/** The rules of a store as they were: each revision is read once. */
export class PastRules {
  private readonly policies = new Map<number, PolicyRules>()

  constructor(
    private readonly sql: BulkSql,
    private readonly storeKey: number,
  ) {}

  /** Null: the revision has no such rule, or cannot be read any more. */
  async find(revision: number, ruleId: string | null): Promise<PolicyRule | null> {
    const policy =
      this.policies.get(revision) ?? (await policyOfRevision(this.sql, this.storeKey, revision))
    this.policies.set(revision, policy)
    return policy.rules.find(({ id }) => id === ruleId) ?? null
  }
}

/** The findings that a past decision of a rule implies; none if the rule does not ask for one. */
export function impliedFindings(rule: PolicyRule | null): FactFinding[] {
  const asked = rule?.match.finding
  if (!asked) return []
  return [{ category: asked.category ?? 'secret', severity: asked.severity ?? 'low', rule: null }]
}
