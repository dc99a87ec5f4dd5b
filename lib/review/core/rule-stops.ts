import type { Sql } from '@/lib/db/sql'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { RuleStop } from '../model/policy-health'

/** So many of one rule are told of. */
const MAX_TOLD = 20

/**
 * The newest writes of which a rule of a store, or any, kept something out, by masking or refusing.
 * However much the others let pass, only so many outcomes are read.
 */
export async function ruleStops(
  sql: Pick<Sql, 'all'>,
  { storeKey, ruleId }: { storeKey: number; ruleId?: string },
): Promise<RuleStop[]> {
  const isOfRule = ruleId === undefined ? '' : 'AND rule_id = ?'
  const newest = (action: StopAction) =>
    `SELECT * FROM (SELECT key FROM policy_outcomes
       WHERE store_key = ? ${isOfRule} AND action = '${action}' ORDER BY key DESC LIMIT ?) AS newest`
  const asked = [storeKey, ...(ruleId === undefined ? [] : [ruleId]), MAX_TOLD]
  const rows = await sql.all<Row>(
    `SELECT o.key, o.rule_id, o.action, o.agent, o.decided_at AS at, m.id AS memory_id, v.id AS version_id,
       CASE WHEN v.id IS NULL THEN o.path ELSE n.path END AS path,
       CASE WHEN v.id IS NULL THEN o.operation ELSE v.operation END AS operation
     FROM policy_outcomes o
     LEFT JOIN memory_versions v
       ON v.store_key = o.store_key AND v.sequence = o.version_sequence
     LEFT JOIN path_nodes n ON n.key = v.node_key
     LEFT JOIN memories m ON m.key = CASE WHEN v.id IS NULL THEN o.memory_key ELSE v.memory_key END
     WHERE o.key IN (${newest('mask')} UNION ALL ${newest('refuse')})
     ORDER BY o.key DESC LIMIT ?`,
    [...asked, ...asked, MAX_TOLD],
  )
  return rows.map(
    ({ rule_id: rule, memory_id: memoryId, version_id: versionId, operation, ...row }) => ({
      ...row,
      ruleId: rule,
      // What was refused before that was recorded.
      operation: operation ?? 'modified',
      memoryId,
      versionId,
    }),
  )
}

type StopAction = RuleStop['action']

interface Row {
  key: number
  rule_id: string | null
  action: StopAction
  agent: string
  at: number
  path: string | null
  operation: ChangeKind | null
  memory_id: string | null
  version_id: string | null
}
