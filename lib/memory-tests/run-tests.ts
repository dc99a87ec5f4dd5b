import type { Database } from '@/lib/db/database'
import { BackgroundRuns } from '@/lib/replay/run/background-runs'
import { heldRuns, sweepStates } from './gates/held-states'
import { RUN_LEASE } from './run/run-lease'
import { GATE_MS, TestRunner } from './run/test-run'
import { runsToGoOnWith } from './sql/test-runs'

const runs = new BackgroundRuns({
  name: 'runs of memory tests',
  lease: RUN_LEASE,
  begin: (db, id) => TestRunner.begin(db, id),
  toGoOnWith: async (db) => {
    await sweepStates(db)
    return runsToGoOnWith(db.read, { held: heldRuns(), lateBefore: Date.now() - GATE_MS })
  },
})

/** Works on a run in the background, unless some process does. Returns once it has begun, or was refused. */
export function workOnRun(db: Database, id: string): Promise<void> {
  return runs.workOn(db, id)
}

/** Stops a run that this process works on, at once. */
export function interruptRun(id: string): void {
  runs.interrupt(id)
}

/** Leaves every run of this process to the next one; returns once each has stored what it had. */
export function stopAllTestRuns(): Promise<void> {
  return runs.stopAll()
}

/** Resolves once this process works on no run: for tests, and for shutdown. */
export function testRunsFinished(): Promise<void> {
  return runs.finished()
}

/** Goes on with runs whose process ended, now and periodically. Returns the function that stops it. */
export function resumeTestRuns(db: Database): () => void {
  return runs.resume(db)
}

/** Goes on with what nobody works on. */
export function resumeAbandonedRuns(db: Database): Promise<void> {
  return runs.resumeAbandoned(db)
}
