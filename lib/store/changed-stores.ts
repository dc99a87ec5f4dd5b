import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'

/**
 * Goes on once at first, for what may have changed before it listened, and then each time that any
 * store changed, until the signal is aborted; changes meanwhile count as one.
 */
export async function* changedStores(db: Database, signal: AbortSignal): AsyncGenerator<undefined> {
  const wakeUp = wakeUpOn(db.changes, 'any', signal)
  try {
    do yield
    while (await wakeUp.next())
  } finally {
    wakeUp.end()
  }
}
