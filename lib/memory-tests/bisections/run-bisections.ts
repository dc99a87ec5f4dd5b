import type { Database } from '@/lib/db/database'
import { BackgroundRuns } from '@/lib/replay/run/background-runs'
import { bisectionsToGoOnWith } from '../sql/test-bisections'
import { BISECTION_LEASE } from './bisection-lease'
import { BisectionRunner } from './bisection-runner'

const runs = new BackgroundRuns({
  name: 'searches for the change with which a test turned',
  lease: BISECTION_LEASE,
  begin: (db, id) => BisectionRunner.begin(db, id),
  toGoOnWith: (db) => bisectionsToGoOnWith(db.read),
})

/** Works on a search in the background, unless some process does. */
export function workOnBisection(db: Database, id: string): Promise<void> {
  return runs.workOn(db, id)
}

/** Stops a search that this process works on, at once. */
export function interruptBisection(id: string): void {
  runs.interrupt(id)
}

/** Leaves every search of this process to the next one; returns once each has stored what it had. */
export function stopAllTestBisections(): Promise<void> {
  return runs.stopAll()
}

/** Resolves once this process works on no search: for tests, and for shutdown. */
export function testBisectionsFinished(): Promise<void> {
  return runs.finished()
}

/** Goes on with searches whose process ended, now and periodically. Returns the function that stops it. */
export function resumeTestBisections(db: Database): () => void {
  return runs.resume(db)
}

/** Goes on with what nobody works on. */
export function resumeAbandonedBisections(db: Database): Promise<void> {
  return runs.resumeAbandoned(db)
}
