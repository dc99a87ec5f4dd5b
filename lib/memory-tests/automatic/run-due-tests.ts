import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { ReplayError } from '@/lib/replay/problems'
import { listChanges } from '@/lib/store/changes/list-changes'
import { introduceActor } from '@/lib/store/stores/name-actor'
import { DAY_MS } from '@/lib/text/day-ms'
import type { TestOccasion } from '../model/memory-test'
import { TESTS_ACTOR, TESTS_ACTOR_NAME } from '../model/tests-actor'
import { noteNotRun, startTestRun } from '../start-run'
import {
  automaticRequests,
  lastRunFor,
  newestSeen,
  type TimedTestRow,
  timedTests,
} from '../sql/automatic-runs'
import { isDueAfterChanges, isDueNightly } from './due'

export interface DueNow {
  /** milliseconds since 1970 */
  now: number
  /** of each store */
  requestsPerDay: number
}

/**
 * Runs the tests whose time has come: after changes below their paths, and at their hour of the night.
 * All of a store together ask models as often a day as the installation allows; what is beyond it is
 * not run. Of two processes at it, the second finds the run of the first.
 */
export async function runDueTests(db: Database, { now, requestsPerDay }: DueNow): Promise<void> {
  const due: { test: TimedTestRow; occasion: TestOccasion }[] = []
  for (const test of await timedTests(db.read)) {
    const occasion = await occasionOf(db, test, now)
    if (occasion) due.push({ test, occasion })
  }
  if (due.length === 0) return
  await introduceActor(db, TESTS_ACTOR, TESTS_ACTOR_NAME)
  for (const { test, occasion } of due) {
    await runWithinBudget(db, test, { occasion, now, requestsPerDay }).catch((error: unknown) => {
      log.warn('a memory test could not be started', { test: test.id, ...causeOf(error) })
    })
  }
}

/** The occasion for which a test runs now; null: it does not. */
async function occasionOf(
  db: Database,
  test: TimedTestRow,
  now: number,
): Promise<TestOccasion | null> {
  if (test.nightlyMinute !== null) {
    const ranAt = await lastRunFor(db.read, test.key, 'nightly')
    const about = { minute: test.nightlyMinute, ranAt, toldAt: test.updatedAt }
    if (isDueNightly(about, now)) return 'nightly'
  }
  if (test.paths === null) return null
  const seen = await newestSeen(db.read, test)
  // Most stores rest: whether a change was below its paths is only asked when there was one.
  if (seen !== null && test.lastSequence <= seen) return null
  const ranAt = await lastRunFor(db.read, test.key, 'change')
  const newest = await newestBelow(db, test)
  return isDueAfterChanges({ ...newest, seen, ranAt }, now) ? 'change' : null
}

interface NewestChange {
  changedAt: number | null
  sequence: number | null
}

/** The changes below a test's paths as far as they are known, up to a change of its store. */
interface LookedAt {
  /** of the test: other paths are another question */
  updatedAt: number
  lastSequence: number
  lastChangedAt: number
  newest: NewestChange
}

const lookedAt = perProcess('changes below the paths of tests', () => new Map<number, LookedAt>())

/** The newest change below one of a test's paths; of those that were looked at nothing is read again. */
async function newestBelow(
  db: Database,
  { key, storeId, paths, updatedAt, lastSequence, lastChangedAt }: TimedTestRow,
): Promise<NewestChange> {
  const before = lookedAt.get(key)
  const known = before?.updatedAt === updatedAt ? before : null
  if (known?.lastSequence === lastSequence) return known.newest
  let newest = known?.newest ?? { changedAt: null, sequence: null }
  for (const path of JSON.parse(paths ?? '[]') as string[]) {
    const change = await newestAt(db, { storeId, path, createdFrom: known?.lastChangedAt })
    if (!change || change.sequence <= (newest.sequence ?? 0)) continue
    newest = { changedAt: change.createdAt, sequence: change.sequence }
  }
  lookedAt.set(key, { updatedAt, lastSequence, lastChangedAt, newest })
  return newest
}

interface BelowPath {
  storeId: string
  path: string
  /** milliseconds since 1970; undefined: all changes are looked at */
  createdFrom: number | undefined
}

/** The newest change of the memory at a path, or of one below that directory. */
async function newestAt(db: Database, { path, ...within }: BelowPath) {
  const newestWith = async (pathStart: string) =>
    (await listChanges(db, { ...within, pathStart, limit: 1 })).changes[0]
  const below = path.endsWith('/') ? path : `${path}/`
  const newest = await newestWith(path)
  const isOther = newest && newest.path !== path && !newest.path?.startsWith(below)
  // Others begin with the same characters: `/notes-old` is not below `/notes`.
  return isOther ? newestWith(below) : newest
}

async function runWithinBudget(
  db: Database,
  { storeId, storeKey, id: testId }: TimedTestRow,
  { occasion, now, requestsPerDay }: DueNow & { occasion: TestOccasion },
): Promise<void> {
  const { requests, underWay } = await automaticRequests(db.read, {
    storeKey,
    since: now - DAY_MS,
  })
  const left = requestsPerDay - requests
  const asked = { storeId, testId, startedFor: occasion, by: TESTS_ACTOR }
  try {
    await startTestRun(db, { ...asked, budget: { atMost: Math.max(0, left) } })
  } catch (error) {
    const isTooLittle = error instanceof ReplayError && error.problem.kind === 'budget_too_small'
    if (!isTooLittle) throw error
    // Those under way may ask for less than they may: until they are over it stays due.
    if (underWay > 0) return
    await noteNotRun(db, asked)
  }
}
