import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'

export interface ResumeRuleInput {
  storeId: string
  ruleId: string
  /** see `agentOf` (lib/review/policy-agent.ts) */
  agent: string
  by: Actor
}

/**
 * Lets a rule land what an agent writes again, after a rejection suspended it. Returns whether it
 * was suspended.
 */
export async function resumeRule(db: Database, input: ResumeRuleInput): Promise<boolean> {
  const { storeId, ruleId, agent, by } = input
  return db.write(async (tx) => {
    const resumed = await tx.run(
      `UPDATE policy_suspensions SET resumed_at = ${tx.clock}, resumed_by_type = ?,
         resumed_by_id = ?
       WHERE store_key = (SELECT key FROM memory_stores WHERE id = ? AND deleted_at IS NULL)
         AND rule_id = ? AND agent = ? AND resumed_at IS NULL`,
      [by.type, by.id, storeId, ruleId, agent],
    )
    return resumed > 0
  })
}
