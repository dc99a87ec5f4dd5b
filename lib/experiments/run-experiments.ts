import type { Database } from '@/lib/db/database'
import { BackgroundRuns } from '@/lib/replay/run/background-runs'
import { EXPERIMENT_LEASE } from './run/experiment-lease'
import { ExperimentRunner } from './run/experiment-runner'
import { runsToGoOnWith } from './sql/experiment-runs'

const runs = new BackgroundRuns({
  name: 'runs of experiments',
  lease: EXPERIMENT_LEASE,
  begin: (db, id) => ExperimentRunner.begin(db, id),
  toGoOnWith: (db) => runsToGoOnWith(db.read),
})

/** Works on a run in the background, unless some process does. Returns once it has begun, or was refused. */
export function workOnExperiment(db: Database, runId: string): Promise<void> {
  return runs.workOn(db, runId)
}

/** Stops a run that this process works on, at once. */
export function interruptExperiment(runId: string): void {
  runs.interrupt(runId)
}

/** Leaves every run of this process to the next one; returns once each has stored what it had. */
export function stopAllExperiments(): Promise<void> {
  return runs.stopAll()
}

/** Resolves once this process works on no run: for tests. */
export function experimentsFinished(): Promise<void> {
  return runs.finished()
}

/** Goes on with runs whose process ended, now and periodically. Returns the function that stops it. */
export function resumeExperiments(db: Database): () => void {
  return runs.resume(db)
}

/** Goes on with what nobody works on. */
export function resumeAbandonedExperiments(db: Database): Promise<void> {
  return runs.resumeAbandoned(db)
}
