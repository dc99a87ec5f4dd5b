import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, Sql } from '@/lib/db/sql'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { DAY_MS } from '@/lib/text/day-ms'
import type { RuleStop } from '../../model/policy-health'

/** Queries for the outcomes of policies: sums over many rows, for the threads of long reads. */

const RULE = columns('o', 'policyOutcome', ['ruleId', 'action', 'isSampled'])

/** A rule's uses on a day (days since 1970): their number, and the time of the last. */
export type UseRow = RowOf<typeof RULE> & { day: number; writes: number; last: number }

export function usesSince(sql: BulkSql, storeKey: number, since: number): Promise<UseRow[]> {
  return sql.all<UseRow>(
    `SELECT ${RULE.list}, o.decided_at / ${DAY_MS} AS day, count(*) AS writes,
       max(o.decided_at) AS last
     FROM policy_outcomes o WHERE o.store_key = ? AND o.decided_at >= ?
     GROUP BY o.rule_id, o.action, o.is_sampled, o.decided_at / ${DAY_MS}`,
    [storeKey, since],
  )
}

const DECIDED = columns('o', 'policyOutcome', ['decidedAt'])

/** The last outcome of a rule; null: of the default. */
export function lastOutcome(
  sql: BulkSql,
  storeKey: number,
  ruleId: string | null,
): Promise<RowOf<typeof DECIDED> | undefined> {
  const isRule = ruleId === null ? 'o.rule_id IS NULL' : 'o.rule_id = ?'
  return sql.get<RowOf<typeof DECIDED>>(
    `SELECT ${DECIDED.list} FROM policy_outcomes o WHERE o.store_key = ? AND ${isRule}
     ORDER BY o.key DESC LIMIT 1`,
    ruleId === null ? [storeKey] : [storeKey, ruleId],
  )
}

const PROPOSAL = columns('p', 'proposal', ['rule', 'state', 'isEdited', 'isUnscanned', 'createdAt'])

/** A held write that was decided or lapsed, and so has a time of that. */
export type EndedRow = RowOf<typeof PROPOSAL> & { decidedAt: number }

/** The newest first. */
export function endedProposals(sql: BulkSql, storeKey: number, limit: number): Promise<EndedRow[]> {
  return sql.all<EndedRow>(
    `SELECT ${PROPOSAL.list}, p.decided_at AS "decidedAt" FROM proposals p
     WHERE p.store_key = ? AND p.state IN ('allowed', 'denied', 'lapsed')
       AND p.policy_revision IS NOT NULL AND p.decided_at IS NOT NULL
     ORDER BY p.key DESC LIMIT ?`,
    [storeKey, limit],
  )
}

const STOP = columns('o', 'policyOutcome', ['key', 'ruleId', 'agent'])

type StopRow = RowOf<typeof STOP> & {
  action: RuleStop['action']
  at: number
  path: string | null
  operation: ChangeKind | null
  memoryId: string | null
  versionId: string | null
}

/** The newest writes of which a rule of a store (null: any) kept something out. */
export function newestStops(
  sql: Pick<Sql, 'all'>,
  { storeKey, ruleId, limit }: { storeKey: number; ruleId: string | null; limit: number },
): Promise<StopRow[]> {
  const newest = (action: RuleStop['action']) =>
    `SELECT * FROM (SELECT key FROM policy_outcomes
       WHERE store_key = ? ${ruleId === null ? '' : 'AND rule_id = ?'} AND action = '${action}'
       ORDER BY key DESC LIMIT ?) AS newest`
  const asked = [storeKey, ...(ruleId === null ? [] : [ruleId]), limit]
  return sql.all<StopRow>(
    `SELECT ${STOP.list}, o.action, o.decided_at AS at, m.id AS "memoryId", v.id AS "versionId",
       CASE WHEN v.id IS NULL THEN o.path ELSE n.path END AS path,
       CASE WHEN v.id IS NULL THEN o.operation ELSE v.operation END AS operation
     FROM policy_outcomes o
     LEFT JOIN memory_versions v
       ON v.store_key = o.store_key AND v.sequence = o.version_sequence
     LEFT JOIN path_nodes n ON n.key = v.node_key
     LEFT JOIN memories m ON m.key = CASE WHEN v.id IS NULL THEN o.memory_key ELSE v.memory_key END
     WHERE o.key IN (${newest('mask')} UNION ALL ${newest('refuse')})
     ORDER BY o.key DESC LIMIT ?`,
    [...asked, ...asked, limit],
  )
}
