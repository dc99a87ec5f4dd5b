import type { Database } from '@/lib/db/database'
import { abandonedLeases, breakLease } from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { RUN_LEASE } from './run/run-lease'
import { TestRunner } from './run/test-run'
import { runsToGoOnWith } from './sql/test-runs'

interface Running {
  runner: TestRunner
  finished: Promise<void>
}

// One registry per process, however many bundles contain this module.
const state = perProcess('runs of memory tests', () => ({
  runs: new Map<string, Running>(),
  isStopping: false,
}))

/** Works on a run in the background, unless some process does. Returns once it has begun, or was refused. */
export async function workOnRun(db: Database, id: string): Promise<void> {
  if (state.isStopping || state.runs.has(id)) return
  const runner = await TestRunner.begin(db, id)
  if (!runner) return
  const finished = runner
    .execute()
    .catch((error: unknown) => {
      log.error('a run of a memory test could not be ended', { run: id, ...causeOf(error) })
    })
    .finally(() => state.runs.delete(id))
  state.runs.set(id, { runner, finished })
}

/** Stops a run that this process works on, at once. */
export function interruptRun(id: string): void {
  state.runs.get(id)?.runner.interrupt()
}

/** Leaves every run of this process to the next one; returns once each has stored what it had. */
export async function stopAllTestRuns(): Promise<void> {
  state.isStopping = true
  for (const { runner } of state.runs.values()) runner.shutDown()
  await testRunsFinished()
}

/** Resolves once this process works on no run: for tests, and for shutdown. */
export async function testRunsFinished(): Promise<void> {
  while (state.runs.size > 0) {
    await Promise.all(Array.from(state.runs.values(), ({ finished }) => finished))
  }
}

/** Goes on with runs whose process ended, now and periodically. Returns the function that stops it. */
export function resumeTestRuns(db: Database): () => void {
  const look = () => {
    resumeAbandonedRuns(db).catch(() => log.warn('abandoned runs of tests could not be looked for'))
  }
  look()
  const timer = setInterval(look, RUN_LEASE.silenceMs / 3)
  timer.unref()
  return () => clearInterval(timer)
}

/** Goes on with what nobody works on. */
export async function resumeAbandonedRuns(db: Database): Promise<void> {
  await db.write(async (tx) => {
    for (const lease of await abandonedLeases(tx, RUN_LEASE)) await breakLease(tx, RUN_LEASE, lease)
  })
  for (const { id } of await runsToGoOnWith(db.read)) await workOnRun(db, id)
}
