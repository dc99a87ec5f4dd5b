import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'

/**
 * Yields once at first, for changes made before it listened, and then whenever any store changes,
 * until the signal is aborted; changes in between are merged into one.
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
