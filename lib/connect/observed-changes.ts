import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'
import { lastObserved } from './sql/observed-sessions'

/**
 * Yields whenever a conversation that is observed wrote in a watched folder, until the signal is
 * aborted; changes in between are merged into one. What others write is passed over.
 */
export async function* observedChanges(
  db: Database,
  signal: AbortSignal,
): AsyncGenerator<undefined> {
  const wakeUp = wakeUpOn(db.changes, 'any', signal)
  try {
    let last = await lastWrite(db)
    while (await wakeUp.next()) {
      const now = await lastWrite(db)
      if (now === last) continue
      last = now
      yield
    }
  } finally {
    wakeUp.end()
  }
}

/** Returns the conversation that wrote last, and when, as one text; '': none did. */
async function lastWrite(db: Database): Promise<string> {
  const session = await lastObserved(db.read)
  return session === undefined ? '' : `${session.id} ${session.lastAt}`
}
