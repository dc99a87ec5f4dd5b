import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { takeOver } from '@/lib/store/resume-work'
import { compactionSettled } from '@/lib/store/compaction'
import { onBothDatabases } from '@/tests/support/databases'
import { askToStop, BEAT_INTERVAL_MS, failAbandonedJobs, SILENCE_MS } from './heartbeat'
import { listJobs, requireJob } from './read-jobs'
import { startJob, stopJob } from './run-job'

afterEach(() => void vi.useRealTimers())

/** Work that goes on until it is told to stop. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

async function jobOfEndedProcess(db: Database, kind: 'seed' | 'redaction'): Promise<string> {
  const id = `job_of_ended_${kind}`
  await db.write((tx) =>
    tx.run(
      `INSERT INTO jobs (id, kind, state, phase, progress, total, created_at, updated_at, beat_at)
       VALUES (?, ?, 'running', 'writing', 1, 2, 1, 1, ?)`,
      [id, kind, Date.now() - SILENCE_MS - 1],
    ),
  )
  return id
}

onBothDatabases((current) => {
  test('a job whose process has been silent for too long has failed, and says why', async () => {
    const id = await jobOfEndedProcess(current(), 'seed')
    expect(await failAbandonedJobs(current())).toEqual(['seed'])
    expect(await requireJob(current(), id)).toMatchObject({
      state: 'failed',
      error: 'its process ended before it was done; what it had done by then is kept',
    })
  })

  test('a job that another process works on is left alone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { job, finished } = await startJob(current(), {
      kind: 'seed',
      work: ({ signal }) => untilStopped(signal),
    })
    expect(await failAbandonedJobs(current())).toEqual([])
    expect(await requireJob(current(), job.id)).toMatchObject({ state: 'running' })
    await stopJob(current(), job.id)
    await finished
  })

  test('a job that runs for long says again and again that it is alive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
    const { job, finished } = await startJob(current(), {
      kind: 'seed',
      work: ({ signal }) => untilStopped(signal),
    })
    vi.advanceTimersByTime(2 * SILENCE_MS)
    await current().write(async () => {})
    expect(await failAbandonedJobs(current())).toEqual([])
    await stopJob(current(), job.id)
    await finished
  })

  test('a job stops when another process asks it to', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { job, finished } = await startJob(current(), {
      kind: 'seed',
      work: ({ signal }) => untilStopped(signal),
    })
    await askToStop(current(), job.id)
    vi.advanceTimersByTime(BEAT_INTERVAL_MS)
    expect(await finished).toMatchObject({ id: job.id, state: 'stopped' })
  })

  test('a redaction whose process ended is compacted to its end', async () => {
    await jobOfEndedProcess(current(), 'redaction')
    await takeOver(current())
    await compactionSettled(current())
    const jobs = await listJobs(current(), { limit: 10 })
    expect(jobs.map(({ kind, state }) => [kind, state])).toEqual([
      ['redaction', 'done'],
      ['redaction', 'failed'],
    ])
  })
})
