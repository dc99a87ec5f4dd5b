import type { Database } from '@/lib/db/database'
import type { Actor } from '../model/actor'
import type { StoreEventType } from '../model/store-event-type'
import { activityRows } from './sql/activity'

/**
 * A store's recent activity: all of its numbered changes, so of the store itself, redactions and
 * quarantines too.
 */
export interface StoreActivity {
  /** changes on each day, the oldest first, the last one today (UTC) */
  days: number[]
  /** what the last change was; null: none yet */
  lastType: StoreEventType | null
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
 * Counts the changes of each of these stores on each of the last days, and returns its last change
 * and actor; by store id. A missing store has no activity. One statement, however many stores.
 * Costs one look into the index of times per day and store, however many changes there are, since a
 * day's changes are numbered one after the other.
 */
export async function storeActivities(
  db: Database,
  { storeIds, days, now }: StoreActivitiesInput,
): Promise<Map<string, StoreActivity>> {
  const first = Math.floor(now / DAY_MS) - days + 1
  const activities = new Map<string, StoreActivity>(
    storeIds.map((id) => [
      id,
      { days: Array<number>(days).fill(0), lastType: null, lastActor: null, lastPath: null },
    ]),
  )
  if (storeIds.length === 0) return activities
  const dayStarts = Array.from({ length: days + 1 }, (_, day) => (first + day) * DAY_MS)
  const began = new Map<string, number[]>()
  for (const row of await activityRows(db.bulk, { storeIds, dayStarts })) {
    const activity = activities.get(row.id)
    if (!activity) continue
    const { day, before, actorType: type, actorId: id } = row
    if (day === null) {
      activity.lastType = row.type
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
