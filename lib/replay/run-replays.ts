import type { Database } from '@/lib/db/database'
import { abandonedLeases, breakLease } from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { REPLAY_LEASE } from './run/replay-lease'
import { ReplayRun } from './run/replay-run'
import { deleteReplaysBefore, replaysToRun } from './sql/replays'

interface Running {
  run: ReplayRun
  finished: Promise<void>
}

// One registry per process, however many bundles contain this module.
const state = perProcess('replays', () => ({
  runs: new Map<string, Running>(),
  isStopping: false,
}))

/**
 * Works on a replay in the background, unless some process does. Returns once it has begun, or was
 * refused.
 */
export async function runReplay(db: Database, id: string): Promise<void> {
  if (state.isStopping || state.runs.has(id)) return
  const run = await ReplayRun.begin(db, id)
  if (!run) return
  const finished = run
    .execute()
    .catch((error: unknown) => {
      log.error('a replay could not be ended', { replay: id, ...causeOf(error) })
    })
    .finally(() => state.runs.delete(id))
  state.runs.set(id, { run, finished })
}

/** Stops a replay that this process works on, at once. */
export function interruptReplay(id: string): void {
  state.runs.get(id)?.run.interrupt()
}

/** Leaves every replay of this process to the next one; returns once each has stored what it had. */
export async function stopAllReplays(): Promise<void> {
  state.isStopping = true
  for (const { run } of state.runs.values()) run.shutDown()
  await replaysFinished()
}

/** Resolves once this process works on no replay: for tests, and for shutdown. */
export async function replaysFinished(): Promise<void> {
  while (state.runs.size > 0) {
    await Promise.all(Array.from(state.runs.values(), ({ finished }) => finished))
  }
}

/** Texts of a replay are kept this long after its end. */
const KEPT_MS = 30 * 86_400_000
const DELETED_AT_ONCE = 20

/**
 * Goes on with replays whose process ended, now and periodically, and deletes old ones. Returns the
 * function that stops it.
 */
export function resumeReplays(db: Database): () => void {
  const look = () => {
    resumeAbandonedReplays(db).catch(() => log.warn('abandoned replays could not be looked for'))
  }
  look()
  const timer = setInterval(look, REPLAY_LEASE.silenceMs / 3)
  timer.unref()
  return () => clearInterval(timer)
}

/** Goes on with what nobody works on. */
export async function resumeAbandonedReplays(db: Database): Promise<void> {
  await db.write(async (tx) => {
    for (const lease of await abandonedLeases(tx, REPLAY_LEASE)) {
      await breakLease(tx, REPLAY_LEASE, lease)
    }
    await deleteReplaysBefore(tx, Date.now() - KEPT_MS, DELETED_AT_ONCE)
  })
  for (const { id } of await replaysToRun(db.read)) await runReplay(db, id)
}
