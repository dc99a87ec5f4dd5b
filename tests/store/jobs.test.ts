import { onTestFinished, vi } from 'vitest'
import { db, write } from '@/lib/db'
import { leaseIn, withLease } from '@/lib/db/lease'
import { allDone } from '@/lib/ending'
import {
  again,
  addJob,
  begin,
  getJob,
  jobEnded,
  resumeJobs,
  type NewJob,
  startJob,
  stopJob,
} from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import { deleteStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { flushReads, recordRead } from '@/lib/store/reads'
import { expect, test } from '@/tests/support/fixtures'
import { PROBE, probing } from '@/tests/support/probe'
import { slowStatements } from '@/tests/support/slow-statements'
import { AGENT, written } from '@/tests/support/written'

/** A job as a process that was killed leaves it, with a lease that stands for a while. */
async function leftBehind(asked: NewJob, standsMs: number, now = Date.now()): Promise<string> {
  const until = new Date(now + standsMs)
  return write(async (tx) => {
    const { id } = await addJob(tx, asked, BY_PERSON)
    await tx.job.update({ where: { id }, data: { updatedAt: new Date(now) } })
    await tx.lease.create({ data: { name: `job:${id}`, holder: 'who was killed', until } })
    return id
  })
}

/** A job that was left behind, as it ends. */
async function takenUp(id: string) {
  const ends = new AbortController()
  const resuming = again('', 100, () => resumeJobs(new Date(Date.now() - 2_000)))(ends.signal)
  try {
    return await jobEnded(id)
  } finally {
    ends.abort()
    await resuming
  }
}

test('a job is taken up though its killed process still has the lease', async ({ db: _ }) => {
  probing(() => Promise.resolve({ isDone: true }))
  const id = await leftBehind({ kind: PROBE, input: {} }, 500)
  expect(await takenUp(id)).toMatchObject({ state: 'done', result: { isDone: true } })
})

test('so is one that was killed before the clock was set back by an hour', async ({ db: _ }) => {
  probing(() => Promise.resolve({ isDone: true }))
  const id = await leftBehind({ kind: PROBE, input: {} }, 30_000, Date.now() + 3_600_000)
  expect(await takenUp(id)).toMatchObject({ state: 'done', result: { isDone: true } })
})

test('a lease is its holder’s for as long as they work under it, though the machine slept meanwhile, unless another had it', async ({
  db: _,
}) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const name = 'slept'
  const whose = () => write((tx) => leaseIn(tx, name))
  let left = { name, holder: '', until: new Date() }
  await withLease(name, async (lost) => {
    left = await write((tx) => tx.lease.update({ where: { name }, data: { until: new Date(0) } }))
    expect(await whose()).toBe('ours')
    await write((tx) => tx.lease.delete({ where: { name } }))
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => lost.aborted).toBe(true)
  })
  // As where the disk was full when it was to be given up.
  await write((tx) => tx.lease.create({ data: { ...left, until: new Date(Date.now() + 30_000) } }))
  expect(await whose()).toBe('free')
})

test('one that ended since it was seen to run is not done again', async ({ db: _ }) => {
  let times = 0
  probing(() => Promise.resolve({ times: ++times }))
  const seen = await startJob({ kind: PROBE, input: {} }, BY_PERSON)
  await allDone()
  begin(seen)
  await allDone()
  expect(await getJob(seen.id)).toMatchObject({ state: 'done', result: { times: 1 } })
})

test('one whose lease cannot be taken for a moment is taken up later', async ({ db: _ }) => {
  probing(() => Promise.resolve({ isDone: true }))
  const job = await write((tx) => addJob(tx, { kind: PROBE, input: {} }, BY_PERSON))
  await write((tx) => tx.$executeRaw`ALTER TABLE "Lease" RENAME TO "Away"`)
  begin(job)
  await allDone()
  await write((tx) => tx.$executeRaw`ALTER TABLE "Away" RENAME TO "Lease"`)
  expect(await getJob(job.id)).toMatchObject({ state: 'running', error: null })
  expect(await takenUp(job.id)).toMatchObject({ state: 'done', result: { isDone: true } })
})

test('neither stop nor fault ends what is owed, as a deleted store’s rows', async ({ store }) => {
  const id = await leftBehind({ kind: 'purge', input: { storeId: store.id } }, 0)
  await write((tx) => tx.$executeRaw`ALTER TABLE "MemoryRead" RENAME TO "Away"`)
  await resumeJobs()
  await allDone()
  await write((tx) => tx.$executeRaw`ALTER TABLE "Away" RENAME TO "MemoryRead"`)
  expect(await stopJob(id)).toMatchObject({ state: 'running', stopAskedAt: null })
  expect(await takenUp(id)).toMatchObject({ state: 'done', error: null })
  // It is given up right after its end is written down.
  await expect.poll(() => db.lease.count({ where: { name: `job:${id}` } })).toBe(0)
})

test('rows of a deleted store go a few at a time, so that nobody waits', async ({
  db: { kind },
  storeId,
}) => {
  const [version] = await written(storeId, { '/a': '1' })
  if (version) recordRead(version, AGENT)
  await flushReads()
  // Where statements are timed, one that took all of them would be seen.
  const doublings = kind === 'sqlite' ? 16 : 12
  for (let doubled = 0; doubled < doublings; doubled++) {
    await write(
      (tx) => tx.$executeRaw`INSERT INTO "MemoryRead" SELECT "storeId", "memoryId",
        "versionId" || ${doubled.toString(16)}, "actorType", "actorId", "sessionId", "day", "count",
        "lastAt", "firstAt" FROM "MemoryRead" WHERE "storeId" = ${storeId}`,
    )
  }
  // What was slow until now only prepared this.
  slowStatements()
  await deleteStore(storeId, BY_PERSON)
  await allDone()
  expect(await db.memoryRead.count({ where: { storeId } })).toBe(0)
  expect(await db.store.count({ where: { id: storeId } })).toBe(0)
})

test('a job that was refused keeps why as a code with its facts, besides what it has come to', async ({
  db: _,
}) => {
  probing(async ({ id }) => {
    await write((tx) => tx.job.update({ where: { id }, data: { result: { written: 3 } } }))
    throw new Refusal('store_archived', 'It is archived.', { store_id: 'it' })
  })
  const { id } = await startJob({ kind: PROBE, input: {} }, BY_PERSON)
  const result = { written: 3, problem: { code: 'store_archived', facts: { store_id: 'it' } } }
  expect(await jobEnded(id)).toMatchObject({ state: 'failed', error: 'It is archived.', result })
})
