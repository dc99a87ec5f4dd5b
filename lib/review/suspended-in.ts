import type { Database } from '@/lib/db/database'

/** A rule that lets nothing land of an agent until a person resumes it. */
export interface SuspendedRule {
  ruleId: string
  /** see `agentOf` (lib/review/policy-agent.ts) */
  agent: string
  /** milliseconds since 1970 */
  since: number
}

/** The rules of a store that a rejection suspended, the first suspended first. */
export async function suspendedIn(db: Database, storeId: string): Promise<SuspendedRule[]> {
  const rows = await db.read.all<{ rule_id: string; agent: string; suspended_at: number }>(
    `SELECT p.rule_id, p.agent, p.suspended_at FROM memory_stores s
     JOIN policy_suspensions p ON p.store_key = s.key
     WHERE s.id = ? AND s.deleted_at IS NULL AND p.resumed_at IS NULL ORDER BY p.key`,
    [storeId],
  )
  return rows.map(({ rule_id, agent, suspended_at }) => ({
    ruleId: rule_id,
    agent,
    since: suspended_at,
  }))
}
