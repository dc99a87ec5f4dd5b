import type { Sql } from '@/lib/db/sql'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { type JudgedWrite, agentsOfSessions } from './evaluate-policy'
import { policyOfRevision } from './get-policy'
import type { FactFinding, PolicyRule, PolicyRules, WriteFacts } from '../model/policy'

/** A write of an agent that a policy stopped, so that no version tells of it. */
export interface PastStop extends JudgedWrite {
  /** by what its agent is judged */
  agent: string
  /** the memory that it would have changed; null: a new one, or not known */
  memoryId: string | null
  /** what reviews it; null: nothing, since it was refused */
  changesetId: string | null
  /** milliseconds since 1970 */
  at: number
  /** at least what the rule that stopped it had asked for; its text is not kept */
  facts: WriteFacts
}

interface Row {
  key: number
  rule_id: string | null
  revision: number
  path: string | null
  operation: ChangeKind
  agent: string
  state: string
  memory_id: string | null
  changeset_id: string | null
  at: number
  is_unscanned: number
}

const ROWS_PER_PAGE = 2_000

/**
 * What was refused in a store since a time, and what was held and not allowed, the newest of each
 * first, a page at a time.
 */
export async function* pastStops(
  sql: Sql,
  { storeKey, since }: { storeKey: number; since: number },
): AsyncGenerator<PastStop[]> {
  const policies = new Map<number, PolicyRules>()
  for (const select of [REFUSED, HELD]) {
    for (let before = MAX_KEY; ;) {
      const rows = await sql.all<Row>(select, [storeKey, since, before, ROWS_PER_PAGE])
      const agents = await agentsOfSessions(
        sql,
        rows.flatMap(({ agent }) => (agent.startsWith('sesn_') ? [agent] : [])),
      )
      const stops: PastStop[] = []
      for (const row of rows) {
        const policy =
          policies.get(row.revision) ?? (await policyOfRevision(sql, storeKey, row.revision))
        policies.set(row.revision, policy)
        const rule = policy.rules.find(({ id }) => id === row.rule_id) ?? null
        // It was written then, in quarantine.
        if (row.state === 'lapsed' && rule?.onLapse === 'quarantine') continue
        stops.push(stopOf(row, rule, agents.get(row.agent) ?? row.agent))
      }
      yield stops
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_PER_PAGE) break
      before = last.key
    }
  }
}

const MAX_KEY = 2 ** 31 - 1

const REFUSED = `SELECT o.key, o.rule_id, o.revision, o.path, o.operation, o.agent, 'refused' AS state,
    m.id AS memory_id, NULL AS changeset_id, o.decided_at AS at, 0 AS is_unscanned
  FROM policy_outcomes o LEFT JOIN memories m ON m.key = o.memory_key
  WHERE o.store_key = ? AND o.action = 'refuse' AND o.operation IS NOT NULL
    AND o.decided_at >= ? AND o.key < ? ORDER BY o.key DESC LIMIT ?`

const HELD = `SELECT p.key, p.rule AS rule_id, p.policy_revision AS revision, p.path, p.kind AS operation,
    p.actor_id AS agent, p.state, NULL AS memory_id, c.id AS changeset_id, p.created_at AS at,
    p.is_unscanned
  FROM proposals p LEFT JOIN changesets c ON c.key = p.changeset_key
  WHERE p.store_key = ? AND p.rule IS NOT NULL AND p.policy_revision IS NOT NULL
    AND p.state IN ('waiting', 'denied', 'lapsed') AND p.created_at >= ? AND p.key < ?
  ORDER BY p.key DESC LIMIT ?`

function stopOf(row: Row, rule: PolicyRule | null, agent: string): PastStop {
  return {
    paths: row.path === null ? [] : [row.path],
    operation: row.operation,
    agents: [...new Set([agent, row.agent])],
    bytes: rule?.match.minBytes ?? 0,
    versionId: `${row.state} ${row.key}`,
    agent,
    memoryId: row.memory_id,
    changesetId: row.changeset_id,
    at: row.at,
    facts: factsOf(rule, row.is_unscanned === 1),
  }
}

function factsOf(rule: PolicyRule | null, isUnscanned: boolean): WriteFacts {
  if (isUnscanned) return { lostLines: null, findings: [], isScanned: false }
  const asked = rule?.match.finding ?? null
  const finding: FactFinding | null = asked && {
    category: asked.category ?? 'secret',
    severity: asked.severity ?? 'low',
    rule: null,
  }
  return {
    lostLines: rule?.match.minLostLines ?? 0,
    findings: finding ? [finding] : [],
    isScanned: true,
  }
}
