import type { Database } from '@/lib/db/database'
import { DAY_MS } from '@/lib/text/day-ms'
import { BackgroundRuns } from './run/background-runs'
import { REPLAY_LEASE } from './run/replay-lease'
import { ReplayRun } from './run/replay-run'
import { deleteReplaysBefore, replaysToRun } from './sql/replays'

/** Texts of a replay are kept this long after its end. */
const KEPT_MS = 30 * DAY_MS
const DELETED_AT_ONCE = 20

const runs = new BackgroundRuns({
  name: 'replays',
  lease: REPLAY_LEASE,
  begin: (db, id) => ReplayRun.begin(db, id),
  toGoOnWith: (db) => replaysToRun(db.read),
  tidy: (tx) => deleteReplaysBefore(tx, Date.now() - KEPT_MS, DELETED_AT_ONCE),
})

/** Works on a replay in the background, unless some process does. Returns once it has begun, waits for its turn, or was refused. */
export function runReplay(db: Database, id: string): Promise<void> {
  return runs.workOn(db, id)
}

/** Stops a replay that this process works on, at once. */
export function interruptReplay(id: string): void {
  runs.interrupt(id)
}

/** Leaves every replay of this process to the next one; returns once each has stored what it had. */
export function stopAllReplays(): Promise<void> {
  return runs.stopAll()
}

/** Resolves once this process works on no replay: for tests, and for shutdown. */
export function replaysFinished(): Promise<void> {
  return runs.finished()
}

/**
 * Goes on with replays whose process ended, now and periodically, and deletes old ones. Returns the
 * function that stops it.
 */
export function resumeReplays(db: Database): () => void {
  return runs.resume(db)
}

/** Goes on with what nobody works on. */
export function resumeAbandonedReplays(db: Database): Promise<void> {
  return runs.resumeAbandoned(db)
}
