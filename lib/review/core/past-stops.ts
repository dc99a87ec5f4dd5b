import type { Sql } from '@/lib/db/sql'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { JudgedWrite } from '../evaluate-policy'
import { policyOfRevision } from '../get-policy'
import type { FactFinding, PolicyRule, PolicyRules, WriteFacts } from '../model/policy'
import { agentsOfSessions } from '../policy-agent'

/** A write of an agent that a policy stopped, so that no version tells of it. */
export interface PastStop extends JudgedWrite {
  /** by what its agent is judged */
  agent: string
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
  is_unscanned: number
}

const ROWS_A_PAGE = 2_000

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
      const rows = await sql.all<Row>(select, [storeKey, since, before, ROWS_A_PAGE])
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
      if (!last || rows.length < ROWS_A_PAGE) break
      before = last.key
    }
  }
}

const MAX_KEY = 2 ** 31 - 1

const REFUSED = `SELECT key, rule_id, revision, path, operation, agent, 'refused' AS state,
    0 AS is_unscanned
  FROM policy_outcomes WHERE store_key = ? AND action = 'refuse' AND operation IS NOT NULL
    AND decided_at >= ? AND key < ? ORDER BY key DESC LIMIT ?`

const HELD = `SELECT key, rule AS rule_id, policy_revision AS revision, path, kind AS operation,
    actor_id AS agent, state, is_unscanned
  FROM proposals WHERE store_key = ? AND rule IS NOT NULL AND policy_revision IS NOT NULL
    AND state IN ('waiting', 'denied', 'lapsed') AND created_at >= ? AND key < ?
  ORDER BY key DESC LIMIT ?`

function stopOf(row: Row, rule: PolicyRule | null, agent: string): PastStop {
  return {
    paths: row.path === null ? [] : [row.path],
    operation: row.operation,
    agents: [...new Set([agent, row.agent])],
    bytes: rule?.match.minBytes ?? 0,
    versionId: `${row.state} ${row.key}`,
    agent,
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
