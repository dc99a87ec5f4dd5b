import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'

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
    let last = await lastObserved(db)
    while (await wakeUp.next()) {
      const now = await lastObserved(db)
      if (now === last) continue
      last = now
      yield
    }
  } finally {
    wakeUp.end()
  }
}

/** Which conversation wrote last, and when. */
async function lastObserved(db: Database): Promise<string> {
  const row = await db.read.get<{ id: string; last_at: number }>(
    'SELECT id, last_at FROM observed_sessions ORDER BY last_at DESC LIMIT 1',
  )
  return row === undefined ? '' : `${row.id} ${row.last_at}`
}
