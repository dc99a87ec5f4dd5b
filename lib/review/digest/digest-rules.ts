import type { Sql } from '@/lib/db/sql'
import { policyOfRevision } from '../policy/get-policy'
import type { EndingRule, LandedByRule } from '../model/digest'
import type { PolicyRule } from '../model/policy'
import { type MetricsScope, ofStores } from '../metrics/metrics-scope'

const MAX = 10
const SOON_MS = 14 * 86_400_000

interface StoreRules {
  storeId: string
  rules: readonly PolicyRule[]
}

/** The rules by which writes landed in a period, and those that ended in it or end soon. */
export async function digestRules(
  sql: Sql,
  scope: MetricsScope,
): Promise<{ landed: LandedByRule[]; ending: EndingRule[] }> {
  const policies = await policiesOf(sql, scope)
  const [stores, keys] = ofStores('o.store_key', scope)
  const rows = await sql.all<{ store_id: string; rule_id: string; landed: number }>(
    `SELECT s.id AS store_id, o.rule_id, count(*) AS landed
     FROM policy_outcomes o CROSS JOIN memory_stores s
     WHERE o.action = 'land' AND o.decided_at >= ? AND o.decided_at < ? AND o.rule_id IS NOT NULL
       AND s.key = o.store_key${stores}
     GROUP BY s.id, o.rule_id ORDER BY landed DESC, o.rule_id LIMIT ?`,
    [scope.from, scope.to, ...keys, MAX],
  )
  const landed = rows.map(({ store_id: storeId, rule_id: ruleId, landed: count }) => {
    const policy = policies.find((each) => each.storeId === storeId)
    const rule = policy?.rules.find(({ id }) => id === ruleId) ?? null
    return { storeId, ruleId, count, rule }
  })
  const end = Math.max(scope.to, scope.now + SOON_MS)
  const ending = policies
    .flatMap(({ storeId, rules }) =>
      rules.flatMap((rule) => {
        const { until } = rule
        const isSoon = until !== null && until >= scope.from && until < end
        return isSoon ? [{ storeId, rule, until }] : []
      }),
    )
    .toSorted((one, other) => one.until - other.until)
    .slice(0, MAX)
  return { landed, ending }
}

async function policiesOf(sql: Sql, scope: MetricsScope): Promise<StoreRules[]> {
  const [stores, keys] = ofStores('s.key', scope)
  const rows = await sql.all<{ key: number; id: string; policy_revision: number }>(
    `SELECT s.key, s.id, s.policy_revision FROM memory_stores s
     WHERE s.policy_revision > 0 AND s.deleted_at IS NULL${stores} ORDER BY s.key`,
    keys,
  )
  const policies: StoreRules[] = []
  for (const { key, id, policy_revision } of rows) {
    const { rules } = await policyOfRevision(sql, key, policy_revision)
    policies.push({ storeId: id, rules })
  }
  return policies
}
