import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { compactionFinished } from '@/lib/store/background/compaction'
import { takeOver, takeOverAtBoot } from '@/lib/store/background/resume-work'
import { leaseHolder } from '@/lib/lease'
import { onBothDatabases } from '@/tests/support/databases'
import { askToStop, beat, failAbandonedJobs, JOB_LEASE } from './heartbeat'
import type { JobControl, JobKind, JobState } from './job'
import { listJobs, requireJob } from './read-jobs'
import { startJob, stopJob } from './run-job'

/** Work that continues until told to stop. */
const untilStopped = ({ signal }: JobControl) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

const startSeed = (db: Database) => startJob(db, { kind: 'seed', work: untilStopped })

/** Makes it look as if a job's process had been silent for too long. */
const silence = (db: Database, jobId: string) =>
  db.write((tx) =>
    tx.run('UPDATE jobs SET beat_at = beat_at - ? WHERE id = ?', [
      JOB_LEASE.silenceMs + 1000,
      jobId,
    ]),
  )

/** The lease as the job's process holds it. */
async function leaseOf(db: Database, id: string) {
  return { kind: JOB_LEASE, id, holder: (await leaseHolder(db.read, JOB_LEASE, id)) ?? '' }
}

async function jobOfEndedProcess(db: Database, kind: JobKind, state: JobState = 'running') {
  const id = `job_of_ended_${kind}`
  await db.write((tx) =>
    tx.run(
      `INSERT INTO jobs (id, kind, state, phase, progress, total, created_at, updated_at, beat_at, runner)
       VALUES (?, ?, ?, 'writing', 1, 2, 1, 1, 1, ?)`,
      [id, kind, state, state === 'running' ? 'another machine:7:x' : null],
    ),
  )
  return id
}

/** A database that rejects updates of jobs that begin with a column, as with a full disk. */
function refusing(db: Database, column: string, isRefused: () => boolean) {
  let refused = 0
  const refuse = (sql: string) => {
    if (!sql.startsWith(`UPDATE jobs SET ${column} = ?`) || !isRefused()) return
    refused++
    throw new Error('refused')
  }
  const write: Database['write'] = (job) =>
    db.write((tx) =>
      job({
        ...tx,
        run: (sql, params) => {
          refuse(sql)
          return tx.run(sql, params)
        },
      }),
    )
  const refusals = () => refused
  return { db: Object.assign(Object.create(db) as Database, { write }), refusals }
}

const statesOf = (kind: JobKind) => async (db: Database) =>
  (await listJobs(db, { limit: 10, kind })).map(({ state }) => state)
const redactions = statesOf('redaction')
const compactions = statesOf('compaction')

onBothDatabases((current, url) => {
  let other: Database
  // Heartbeat timers are driven by hand; Date is the process's clock, which no heartbeat may depend
  // on.
  beforeEach(() => {
    other = openDatabase(url())
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await other.close()
  })

  test('a job whose process has been silent for too long has failed, and says why', async () => {
    const id = await jobOfEndedProcess(current(), 'seed')
    expect(await failAbandonedJobs(other)).toEqual(['seed'])
    expect(await requireJob(current(), id)).toMatchObject({
      state: 'failed',
      error: 'its process ended before it was done; what it had done by then is kept',
    })
  })

  test('of two processes that look, one takes over a job', async () => {
    await jobOfEndedProcess(current(), 'seed')
    const kinds = await Promise.all([failAbandonedJobs(current()), failAbandonedJobs(other)])
    expect(kinds.flat()).toEqual(['seed'])
  })

  test('a job that another process works on is left alone', async () => {
    const { job, finished } = await startSeed(current())
    await silence(current(), job.id)
    await beat(current(), await leaseOf(current(), job.id))
    expect(await failAbandonedJobs(other)).toEqual([])
    expect(await requireJob(other, job.id)).toMatchObject({ state: 'running' })
    await stopJob(current(), job.id)
    await finished
  })

  test('a process whose clock is ahead does not take another’s job for dead', async () => {
    const { job, finished } = await startSeed(current())
    vi.setSystemTime(Date.now() + 10 * JOB_LEASE.silenceMs)
    expect(await failAbandonedJobs(other)).toEqual([])
    await stopJob(current(), job.id)
    await finished
  })

  test('a job taken for dead while its process was merely stalled continues', async () => {
    const { job, finished } = await startSeed(current())
    const lease = await leaseOf(current(), job.id)
    await silence(current(), job.id)
    expect(await failAbandonedJobs(other)).toEqual(['seed'])
    await beat(current(), lease)
    expect(await requireJob(other, job.id)).toMatchObject({
      state: 'running',
      error: null,
      finishedAt: null,
    })
    await stopJob(current(), job.id)
    expect(await finished).toMatchObject({ state: 'stopped' })
  })

  test('a job stops when another process asks it to', async () => {
    const { job, finished } = await startSeed(current())
    await askToStop(other, job.id)
    vi.advanceTimersByTime(JOB_LEASE.beatEveryMs)
    expect(await finished).toMatchObject({ id: job.id, state: 'stopped' })
  })

  test('a job that has ended sends no more heartbeats', async () => {
    const { job, finished } = await startJob(current(), { kind: 'seed', work: async () => null })
    vi.advanceTimersByTime(JOB_LEASE.beatEveryMs)
    await finished
    expect(vi.getTimerCount()).toBe(0)
    expect(await requireJob(other, job.id)).toMatchObject({ state: 'done' })
  })

  test('a job whose progress cannot be stored completes all the same', async () => {
    const { db, refusals } = refusing(current(), 'phase', () => true)
    const work = async ({ report }: JobControl) => {
      report('reading', 1, 2)
      return 'read'
    }
    const { finished } = await startJob(db, { kind: 'seed', work })
    expect(await finished).toMatchObject({ state: 'done', result: 'read', error: null })
    expect(refusals()).toBeGreaterThan(0)
  })

  test('the end of a job is stored once the database accepts it, even if the job was taken for dead', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    let isFull = true
    const { db, refusals } = refusing(current(), 'state', () => isFull)
    const { job, finished } = await startJob(db, { kind: 'seed', work: async () => 'seeded' })
    let isFinished = false
    void finished.then(() => (isFinished = true))
    // Waiting advances the fake timers.
    await vi.waitFor(() => expect(refusals()).toBeGreaterThan(1), { timeout: 20_000 })
    await current().write((tx) =>
      tx.run(`UPDATE jobs SET state = 'failed', finished_at = 1 WHERE id = ?`, [job.id]),
    )
    isFull = false
    await vi.waitFor(() => expect(isFinished).toBe(true), { timeout: 20_000 })
    expect(await requireJob(other, job.id)).toMatchObject({
      state: 'done',
      result: 'seeded',
      error: null,
    })
  })

  test('a redaction whose process ended is compacted to completion', async () => {
    await jobOfEndedProcess(current(), 'redaction')
    await takeOver(other)
    await compactionFinished(other)
    expect(await redactions(current())).toEqual(['failed'])
    expect(await compactions(current())).toEqual(['done'])
    const [redaction] = await listJobs(current(), { limit: 1, kind: 'redaction' })
    expect(redaction?.error).toMatch(/ask for it again$/)
  })

  test.each(['failed', 'stopped'] as const)(
    'a redaction that %s before it was compacted is compacted at the next boot, once',
    async (state) => {
      await jobOfEndedProcess(current(), 'redaction', state)
      await takeOver(other)
      expect(await redactions(current())).toEqual([state])
      for (let boot = 0; boot < 2; boot++) {
        await takeOverAtBoot(other)
        await compactionFinished(other)
      }
      expect(await redactions(current())).toEqual([state])
      expect(await compactions(current())).toEqual(['done'])
    },
  )
})
