import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { Run } from './core/run'

interface Running {
  run: Run
  finished: Promise<void>
}

// One registry per process, however many bundles contain this module.
const state = perProcess('runs', () => ({ runs: new Set<Running>(), isStopping: false }))
const { runs } = state

/**
 * Starts a run of a session in the background, unless one is running here or in another process.
 * Returns once the run has begun or was refused, not when it ends.
 */
export async function startRun(
  db: Database,
  sessionId: string,
  isContinued = false,
): Promise<void> {
  if (state.isStopping) return
  const run = await Run.begin(db, sessionId)
  if (!run) return
  const finished = run
    .execute(isContinued)
    .then(async () => {
      if (await run.hasMoreWork()) await startRun(db, sessionId)
    })
    .catch((error: unknown) => {
      log.error('a session could not be ended', { session: sessionId, ...causeOf(error) })
    })
    .finally(() => runs.delete(running))
  const running: Running = { run, finished }
  runs.add(running)
}

/** Stops every run of this process; returns once each has stored that it was stopped. */
export async function stopAllRuns(): Promise<void> {
  state.isStopping = true
  for (const { run } of runs) run.stop('shutdown')
  await Promise.allSettled([...runs].map(({ finished }) => finished))
}

/** Resolves once this process runs no session: for tests, and for shutdown. */
export async function runsFinished(): Promise<void> {
  while (runs.size > 0) await Promise.all([...runs].map(({ finished }) => finished))
}
