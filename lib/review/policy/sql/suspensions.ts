import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'

/**
 * Rules that let nothing more of an agent land: each write of an agent asks for them, and decisions,
 * which programs make over the API, suspend them.
 */

const RULE = columns('p', 'policySuspension', ['ruleId'])

/** The rules that are suspended for an agent. */
export function suspendedFor(
  sql: Sql,
  storeKey: number,
  agent: string,
): Promise<RowOf<typeof RULE>[]> {
  return sql.all<RowOf<typeof RULE>>(
    `SELECT ${RULE.list} FROM policy_suspensions p
     WHERE p.store_key = ? AND p.agent = ? AND p.resumed_at IS NULL`,
    [storeKey, agent],
  )
}

const SUSPENSION = columns('p', 'policySuspension', ['ruleId', 'agent', 'suspendedAt'])

export function suspensionsOfStore(sql: Sql, storeId: string): Promise<RowOf<typeof SUSPENSION>[]> {
  return sql.all<RowOf<typeof SUSPENSION>>(
    `SELECT ${SUSPENSION.list} FROM memory_stores s
     JOIN policy_suspensions p ON p.store_key = s.key
     WHERE s.id = ? AND s.deleted_at IS NULL AND p.resumed_at IS NULL ORDER BY p.key`,
    [storeId],
  )
}

const VERSION = columns('v', 'memoryVersion', ['ordinal'])

/** The same with the version that was rejected; the path is null if it was redacted. */
type RejectedRow = RowOf<typeof SUSPENSION> &
  RowOf<typeof VERSION> & { memoryId: string; path: string | null }

export function suspensionsWithVersions(sql: BulkSql, storeKey: number): Promise<RejectedRow[]> {
  return sql.all<RejectedRow>(
    `SELECT ${SUSPENSION.list}, ${VERSION.list}, m.id AS "memoryId", n.path
     FROM policy_suspensions p
     JOIN memory_versions v ON v.store_key = p.store_key AND v.sequence = p.version_sequence
     JOIN memories m ON m.key = v.memory_key LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE p.store_key = ? AND p.resumed_at IS NULL ORDER BY p.key`,
    [storeKey],
  )
}

/** Returns how many suspensions that ended. */
export function resume(
  tx: WriteSql,
  {
    storeId,
    ruleId,
    agent,
    by,
  }: { storeId: string; ruleId: string; agent: string; by: { type: string; id: string } },
): Promise<number> {
  return tx.run(
    `UPDATE policy_suspensions SET resumed_at = ${tx.clock}, resumed_by_type = ?,
       resumed_by_id = ?
     WHERE store_key = (SELECT key FROM memory_stores WHERE id = ? AND deleted_at IS NULL)
       AND rule_id = ? AND agent = ? AND resumed_at IS NULL`,
    [by.type, by.id, storeId, ruleId, agent],
  )
}

/** Suspends the rules by which a changeset's versions of a memory would have landed. */
export async function suspendSampledOf(
  tx: WriteSql,
  {
    storeKey,
    changesetKey,
    memoryKey,
    through,
  }: { storeKey: number; changesetKey: number; memoryKey: number; through: number },
): Promise<void> {
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
