import type { BulkSql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/text/day-ms'
import { policyOfRevision } from '../policy/get-policy'
import type { EndingRule, LandedByRule } from '../model/digest'
import type { PolicyRule } from '../model/policy'
import type { MetricsScope } from '../metrics/metrics-scope'
import { mostLanded, storesWithPolicy } from './sql/digests'

const MAX = 10
const SOON_MS = 14 * DAY_MS

interface StoreRules {
  storeId: string
  rules: readonly PolicyRule[]
}

/** The rules by which writes landed in a period, and those that ended in it or end soon. */
export async function digestRules(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<{ landed: LandedByRule[]; ending: EndingRule[] }> {
  const policies = await policiesOf(sql, scope)
  const rows = await mostLanded(sql, scope, MAX)
  const landed = rows.map((row) => {
    const policy = policies.find(({ storeId }) => storeId === row.storeId)
    return { ...row, rule: policy?.rules.find(({ id }) => id === row.ruleId) ?? null }
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

async function policiesOf(sql: BulkSql, scope: MetricsScope): Promise<StoreRules[]> {
  const policies: StoreRules[] = []
  for (const { key, id, policyRevision } of await storesWithPolicy(sql, scope)) {
    const { rules } = await policyOfRevision(sql, key, policyRevision)
    policies.push({ storeId: id, rules })
  }
  return policies
}
