import type { Sql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import type { ReviewDigest } from '../model/digest'
import { agentsOfSessions } from '../policy-agent'
import { type MetricsScope, ofStores } from './metrics-scope'

const DAY_MS = 86_400_000

/** What agents wrote in a period, by the index of the times of each store's changes. */
export async function agentsWrites(sql: Sql, scope: MetricsScope): Promise<ReviewDigest['writes']> {
  const [stores, keys] = ofStores('s.key', scope)
  const rows = await sql.all<{
    actor_type: Actor['type']
    actor_id: string
    day: number
    writes: number
  }>(
    `SELECT v.actor_type, v.actor_id, e.created_at / ${DAY_MS} AS day, count(*) AS writes
     FROM memory_stores s CROSS JOIN store_events e CROSS JOIN memory_versions v
     WHERE s.deleted_at IS NULL${stores} AND e.store_key = s.key
       AND e.created_at >= ? AND e.created_at < ?
       AND v.store_key = e.store_key AND v.sequence = e.sequence AND v.changeset_key IS NOT NULL
     GROUP BY 1, 2, 3`,
    [...keys, scope.from, scope.to],
  )
  const sessions = rows.flatMap((row) => (row.actor_type === 'session' ? [row.actor_id] : []))
  const names = await agentsOfSessions(sql, [...new Set(sessions)])
  const agents = new Set(rows.map((row) => names.get(row.actor_id) ?? row.actor_id))
  const days = Array.from({ length: (scope.to - scope.from) / DAY_MS }, (_, index) => {
    const from = scope.from + index * DAY_MS
    const ofDay = rows.filter(({ day }) => day === from / DAY_MS)
    return { from, count: ofDay.reduce((sum, { writes }) => sum + writes, 0) }
  })
  return {
    count: rows.reduce((sum, { writes }) => sum + writes, 0),
    agents: agents.size,
    days,
  }
}
