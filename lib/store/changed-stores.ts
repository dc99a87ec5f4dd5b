import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'

/** Goes on each time that any store changed, until the signal is aborted; changes meanwhile count as one. */
export async function* changedStores(db: Database, signal: AbortSignal): AsyncGenerator<undefined> {
  const wakeUp = wakeUpOn(db.changes, 'any', signal)
  try {
    while (await wakeUp.next()) yield
  } finally {
    wakeUp.end()
  }
}
