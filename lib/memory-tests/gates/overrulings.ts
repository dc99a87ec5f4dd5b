import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { overruledRuns } from '../sql/gate-runs'

/** Somebody went on with something although a gate did not pass. */
export interface Overruling {
  runId: string
  /** the changeset, the held write or the branch */
  subject: string
  /** how the gate stood; null: it gave no answer */
  told: { held: number; of: number } | null
  by: Actor
  /** milliseconds since 1970 */
  at: number
}

/** The last times that a person went on although a test, as a gate, did not pass; newest first. */
export async function overrulingsOf(
  db: Database,
  testId: string,
  limit: number,
): Promise<Overruling[]> {
  return (await overruledRuns(db.read, testId, limit)).map((row) => ({
    runId: row.id,
    subject: row.gateOf ?? '',
    told: row.status === 'not_run' ? null : { held: row.held, of: row.answers },
    by: { type: 'user', id: row.overruledBy ?? '' },
    at: row.overruledAt ?? 0,
  }))
}
