import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'
import type { ReplayHead } from './replay-head'
import { replayById } from './sql/replays'

export interface FollowReplayInput<Work> {
  id: string
  /** reads the work as it is; null: it is gone */
  read: (db: Database, id: string) => Promise<Work | null>
  signal: AbortSignal
}

/**
 * Work on a turn as it is, again after each of its answers, and once it is over: the last. Ends then,
 * when it is gone, or when the signal is aborted.
 */
export async function* followReplay<Work extends ReplayHead>(
  db: Database,
  { id, read, signal }: FollowReplayInput<Work>,
): AsyncGenerator<Work> {
  const row = await replayById(db.read, id)
  if (!row) return
  const wakeUp = wakeUpOn(db.sessionChanges, row.sessionKey, signal)
  try {
    do {
      const work = await read(db, id)
      if (!work) return
      yield work
      if (work.state !== 'pending' && work.state !== 'running') return
    } while (await wakeUp.next())
  } finally {
    wakeUp.end()
  }
}
