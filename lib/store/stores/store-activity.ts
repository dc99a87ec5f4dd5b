import type { Database } from '@/lib/db/database'
import { AUTHOR_ID, AUTHOR_TYPE } from '../write/rows'
import type { Actor } from '../model/actor'

/** A store's recent activity. */
export interface StoreActivity {
  /** changes on each day, the oldest first, the last one today (UTC) */
  days: number[]
  /** whose the last change is, as pages name authors; null: no one yet, or unknown */
  lastActor: Actor | null
  /** of the memory that it changed; null: none, or redacted */
  lastPath: string | null
}

export interface StoreActivitiesInput {
  storeIds: readonly string[]
  /** the number of days, including today */
  days: number
  /** milliseconds since 1970 */
  now: number
}

const DAY_MS = 86_400_000

/**
 * How far a store's numbers had come when a day began; or, without a day, who changed it last, and
 * where.
 */
interface ActivityRow {
  id: string
  /** days after the first one; one more than there are days is the end of the last */
  day: number | null
  /** of the last change before the day; 0: there was none */
  before: number
  actor_type: Actor['type'] | null
  actor_id: string | null
  path: string | null
}

/**
 * How many changes each of these stores had on each of the last days, and who changed what last; by
 * id. A missing store has no activity. One statement, whatever their number. A day's changes are
 * numbered one after the other, so it costs a look into the index of times for each day, however
 * many there are.
 */
export async function storeActivities(
  db: Database,
  { storeIds, days, now }: StoreActivitiesInput,
): Promise<Map<string, StoreActivity>> {
  const first = Math.floor(now / DAY_MS) - days + 1
  const activities = new Map<string, StoreActivity>(
    storeIds.map((id) => [
      id,
      { days: Array<number>(days).fill(0), lastActor: null, lastPath: null },
    ]),
  )
  const began = new Map<string, number[]>()
  for (const row of await activityRows(db, storeIds, first, days)) {
    const activity = activities.get(row.id)
    if (!activity) continue
    const { day, before, actor_type: type, actor_id: id } = row
    if (day === null) {
      activity.lastActor = type !== null && id !== null ? { type, id } : null
      activity.lastPath = row.path
    } else {
      const sequences = began.get(row.id) ?? []
      sequences[day] = before
      began.set(row.id, sequences)
    }
  }
  for (const [id, activity] of activities) {
    const sequences = began.get(id)
    if (sequences) {
      activity.days = activity.days.map(
        (_, day) => (sequences[day + 1] ?? 0) - (sequences[day] ?? 0),
      )
    }
  }
  return activities
}

/** CROSS JOIN, because SQLite then begins with the left side: the few stores, not the whole log. */
async function activityRows(
  db: Database,
  storeIds: readonly string[],
  firstDay: number,
  days: number,
): Promise<ActivityRow[]> {
  if (storeIds.length === 0) return []
  const limits = Array.from({ length: days + 1 }, (_, day) => [day, (firstDay + day) * DAY_MS])
  return db.bulk.all<ActivityRow>(
    `WITH shown AS (
       SELECT key, id, last_sequence FROM memory_stores
       WHERE id IN (?${', ?'.repeat(storeIds.length - 1)}) AND deleted_at IS NULL
     ), limits(day, starts_at) AS (
       VALUES ${limits.map(() => '(CAST(? AS INTEGER), CAST(? AS BIGINT))').join(', ')}
     )
     SELECT s.id, l.day, coalesce((SELECT e.sequence FROM store_events e
         WHERE e.store_key = s.key AND e.created_at < l.starts_at
         ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1), 0) AS before,
       CAST(NULL AS TEXT) AS actor_type, CAST(NULL AS TEXT) AS actor_id,
       CAST(NULL AS TEXT) AS path
     FROM shown s CROSS JOIN limits l
     UNION ALL
     SELECT s.id, NULL, 0, coalesce(e.actor_type, ${AUTHOR_TYPE}),
       coalesce(e.actor_id, ${AUTHOR_ID}),
       n.path
     FROM shown s CROSS JOIN store_events e
     LEFT JOIN memory_versions v ON v.store_key = e.store_key AND v.sequence = e.version_sequence
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE e.store_key = s.key AND e.sequence = s.last_sequence`,
    [...storeIds, ...limits.flat()],
  )
}
