import type { Sql } from '@/lib/db/sql'
import type { ScanRule } from '@/lib/scan/rules'
import type { RulePrecision } from '../model/metrics'
import { precisionOf } from '../precision'
import { type MetricsScope, ofStores } from './metrics-scope'

/** What became of the findings of a period, by rule, the most raised first. */
export async function findingMetrics(sql: Sql, scope: MetricsScope): Promise<RulePrecision[]> {
  const [stores, keys] = ofStores('f.store_key', scope)
  const rows = await sql.all<{
    rule: ScanRule
    raised: number
    is_right: number
    is_wrong: number
  }>(
    `SELECT f.rule, count(*) AS raised,
       CAST(sum(CASE WHEN f.status IN ('fixed', 'accepted_risk') THEN 1 ELSE 0 END) AS BIGINT) AS is_right,
       CAST(sum(CASE WHEN f.status = 'false_positive' THEN 1 ELSE 0 END) AS BIGINT) AS is_wrong
     FROM findings f WHERE f.found_at >= ? AND f.found_at < ?${stores}
     GROUP BY f.rule ORDER BY raised DESC, f.rule`,
    [scope.from, scope.to, ...keys],
  )
  return rows.map(({ rule, raised, is_right: right, is_wrong: wrong }) => ({
    rule,
    raised,
    right,
    wrong,
    precision: precisionOf(right, wrong),
  }))
}
