import type { WriteSql } from '@/lib/db/sql'

export interface RejectedMemory {
  storeKey: number
  changesetKey: number
  memoryKey: number
  /** the version that was shown */
  through: number
}

/**
 * Suspends the rules by which a rejected write would have landed, had the sample not had it
 * reviewed, for its agent: until a person resumes them (review page, Policy).
 */
export async function suspendSampled(tx: WriteSql, rejected: RejectedMemory): Promise<void> {
  const { storeKey, changesetKey, memoryKey, through } = rejected
  await tx.run(
    `INSERT INTO policy_suspensions (store_key, rule_id, agent, version_sequence, suspended_at)
     SELECT o.store_key, o.rule_id, o.agent, max(o.version_sequence), ${tx.clock}
     FROM memory_versions v JOIN policy_outcomes o
       ON o.store_key = v.store_key AND o.version_sequence = v.sequence
     WHERE v.changeset_key = ? AND v.memory_key = ? AND v.sequence <= ? AND v.store_key = ?
       AND o.is_sampled = 1 AND o.rule_id IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM policy_suspensions s WHERE s.store_key = o.store_key
           AND s.rule_id = o.rule_id AND s.agent = o.agent AND s.resumed_at IS NULL)
     GROUP BY o.store_key, o.rule_id, o.agent`,
    [changesetKey, memoryKey, through, storeKey],
  )
}
