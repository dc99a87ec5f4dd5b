import type { Database } from '@/lib/db/database'
import { followWork } from '@/lib/live/follow-work'
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
  yield* followWork({
    changes: db.sessionChanges,
    key: row.sessionKey,
    read: () => read(db, id),
    signal,
  })
}
