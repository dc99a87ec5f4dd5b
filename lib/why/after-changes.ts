import { db } from '@/lib/db'
import { again } from '@/lib/jobs/jobs'
import { unlessRefused } from '@/lib/refusal'
import { settings } from '@/lib/settings'
import { BY_SERVER } from '@/lib/store/model/actor'
import { DAY_MS } from '@/lib/text/short-age'
import { MOST_ANSWERS } from './tests'
import { startRun } from './runs'

/** Tests that run by themselves once nobody has changed their store for a while. */

const LOOKS_EACH_MS = 30_000
const QUIET_MS = 30_000
const APART_MS = 10 * 60_000

export const keepTesting = again('tests could not be run after changes', LOOKS_EACH_MS, () =>
  runDueTests(new Date()),
)

/** Starts what is due at a time. A run takes no number of its store, so it does not start itself again. */
export async function runDueTests(now: Date): Promise<void> {
  const tests = await db.memoryTest.findMany({
    where: { isAutomatic: true, store: { deletedAt: null, archivedAt: null } },
    select: { id: true, storeId: true },
  })
  for (const storeId of new Set(tests.map((test) => test.storeId))) {
    const testIds = tests.filter((test) => test.storeId === storeId).map(({ id }) => id)
    const maxAnswers = await dueAnswers(storeId, testIds.length, now)
    if (maxAnswers < 1) continue
    const ask = { storeId, testIds, maxAnswers, isAutomatic: true as const }
    await unlessRefused(startRun(ask, BY_SERVER))
  }
}

/** How many answers a store's tests may ask for now; 0: nothing is due. */
async function dueAnswers(storeId: string, tests: number, now: Date): Promise<number> {
  const newest = await db.version.findFirst({
    where: { storeId },
    orderBy: { sequence: 'desc' },
    select: { sequence: true, createdAt: true },
  })
  if (!newest || +now - +newest.createdAt < QUIET_MS) return 0
  const runs = await db.job.findMany({
    where: { storeId, kind: 'test', createdAt: { gte: new Date(+now - DAY_MS) } },
    orderBy: { createdAt: 'desc' },
  })
  const own = runs.filter(({ input }) => (input as { isAutomatic?: boolean }).isAutomatic)
  const [last] = own
  const seen = last
    ? Number((last.input as { sequence?: number }).sequence)
    : await lastSeen(storeId)
  if (seen >= newest.sequence || (last && +now - +last.createdAt < APART_MS)) return 0
  const spent = await db.sample.count({ where: { jobId: { in: own.map(({ id }) => id) } } })
  const left = settings().testAnswersPerDay - spent
  return Math.min(left, 2 * tests * MOST_ANSWERS)
}

/** The number at which a store's tests were run last, by whomever. */
async function lastSeen(storeId: string): Promise<number> {
  const last = await db.job.findFirst({
    where: { storeId, kind: 'test' },
    orderBy: { createdAt: 'desc' },
  })
  return Number((last?.input as { sequence?: number } | undefined)?.sequence ?? -1)
}
