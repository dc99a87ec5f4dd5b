import type { Database } from '@/lib/db/database'
import { releaseLease, type Lease, leaseOn, takeLease } from '@/lib/lease'
import { log } from '@/lib/log'
import { newId } from '@/lib/text/prefixed-id'
import { perProcess } from '@/lib/per-process'
import { askToStop, beat, JOB_LEASE, keepAlive } from './heartbeat'
import type { EndedJob, Job, JobControl, JobEnd, JobKind, Starter } from './job'
import { requireJob } from './read-jobs'
import { insertJob, setEnd, setProgress } from './sql/run-job'

/**
 * Progress is stored at most this often, in milliseconds; readers of the job see each stored
 * report.
 */
const REPORT_INTERVAL_MS = 200

export interface StartJobInput<Result> {
  kind: JobKind
  /** the store it concerns; left out: several, or none */
  storeId?: string | undefined
  /** left out: the application itself */
  startedBy?: Starter | undefined
  /** does the work; its return value becomes the job's result, as JSON */
  work: (control: JobControl) => Promise<Result>
}

export interface StartedJob<Result = unknown> {
  job: Job
  /** resolves with the job once it has ended, however it did, and its end is stored */
  finished: Promise<EndedJob<Result>>
}

interface Running {
  controller: AbortController
  finished: Promise<unknown>
}

const jobs = perProcess('jobs', () => ({
  running: new Map<string, Running>(),
  isStopping: false,
}))

/** Starts work in the background and returns at once. */
export async function startJob<Result>(
  db: Database,
  input: StartJobInput<Result>,
): Promise<StartedJob<Result>> {
  const id = newId('job')
  const lease = leaseOn(JOB_LEASE, id)
  await db.write(async (tx) => {
    await insertJob(tx, { id, ...input }, Date.now())
    await takeLease(tx, lease)
  })
  const controller = new AbortController()
  const finished = execute(db, lease, controller, input.work).finally(() => jobs.running.delete(id))
  // Most callers do not await it.
  finished.catch(() => log.error('the end of a job could not be written down', { job: id }))
  jobs.running.set(id, { controller, finished })
  return { job: await requireJob(db, id), finished }
}

/** Asks a job to stop: immediate in this process, within seconds in another. */
export async function stopJob(db: Database, jobId: string): Promise<void> {
  await askToStop(db, jobId)
  jobs.running.get(jobId)?.controller.abort()
}

/** Returns whether the process is shutting down and starts no more work. */
export function jobsAreStopping(): boolean {
  return jobs.isStopping
}

/** Asks every job to stop and returns once each has ended: for shutdown. */
export async function stopAllJobs(): Promise<void> {
  jobs.isStopping = true
  for (const { controller } of jobs.running.values()) controller.abort()
  await Promise.allSettled([...jobs.running.values()].map(({ finished }) => finished))
}

async function execute<Result>(
  db: Database,
  lease: Lease,
  controller: AbortController,
  work: StartJobInput<Result>['work'],
): Promise<EndedJob<Result>> {
  const { id } = lease
  const reporter = progressReporter(db, id)
  const stopBeating = keepAlive(db, lease, () => controller.abort())
  const ended = await endOf(work({ jobId: id, signal: controller.signal, report: reporter.report }))
  const end = controller.signal.aborted ? { ...ended, state: 'stopped' as const } : ended
  await reporter.flush()
  await stopBeating()
  if (end.state === 'failed') log.error('a job failed', { job: id })
  await finish(db, lease, end)
  return { ...(await requireJob(db, id)), ...end }
}

async function endOf<Result>(
  work: Promise<Result>,
): Promise<Exclude<JobEnd<Result>, { state: 'stopped' }>> {
  try {
    return { state: 'done', result: await work, error: null }
  } catch (error) {
    return { state: 'failed', result: null, error: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Progress that cannot be stored is only missing on screen; the work meets the fault itself. */
function progressReporter(db: Database, id: string) {
  let latest: { phase: string; progress: number; total: number } | null = null
  let writing: Promise<void> = Promise.resolve()
  let writtenAt = 0
  const write = async () => {
    const report = latest
    latest = null
    if (!report) return
    try {
      await db.write((tx) => setProgress(tx, id, report, Date.now()))
    } catch {
      log.warn('the progress of a job could not be written down', { job: id })
    }
  }
  return {
    report: (phase: string, progress: number, total: number): void => {
      latest = { phase, progress, total }
      if (Date.now() - writtenAt < REPORT_INTERVAL_MS) return
      writtenAt = Date.now()
      writing = writing.then(write)
    },
    async flush(): Promise<void> {
      await writing
      await write()
    },
  }
}

/**
 * Stores how a job ended, retrying until the database accepts it: otherwise a job that is done
 * would count as abandoned. Sends heartbeats between the attempts.
 */
async function finish(db: Database, lease: Lease, end: JobEnd<unknown>): Promise<void> {
  for (;;) {
    try {
      return await writeEnd(db, lease, end)
    } catch (error) {
      if (jobs.isStopping) throw error
      log.warn('the end of a job could not be written down yet', { job: lease.id })
    }
    await new Promise((resolve) => setTimeout(resolve, JOB_LEASE.beatEveryMs).unref())
    await beat(db, lease).catch(() => {})
  }
}

async function writeEnd(db: Database, lease: Lease, end: JobEnd<unknown>): Promise<void> {
  const now = Date.now()
  await db.write(async (tx) => {
    await setEnd(tx, lease.id, end, now)
    await releaseLease(tx, lease)
  })
}
