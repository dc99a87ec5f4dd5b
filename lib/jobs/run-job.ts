import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import { newId } from '@/lib/text/prefixed-id'
import { askToStop, keepAlive } from './heartbeat'
import type { Job, JobControl, JobKind, JobState } from './job'
import { requireJob } from './read-jobs'

/** Progress is written down at most this often; each report is seen by whoever asks for the job. */
const REPORT_INTERVAL_MS = 200

export interface StartJobInput {
  kind: JobKind
  /** does the work; what it returns becomes the job's result, as JSON */
  work: (control: JobControl) => Promise<unknown>
}

export interface StartedJob {
  job: Job
  /** resolves with the job once it has ended, whichever way */
  finished: Promise<Job>
}

// One registry a process, however many bundles hold this module.
const shared = globalThis as unknown as { palimpsestJobs?: Map<string, AbortController> }
const running = (shared.palimpsestJobs ??= new Map<string, AbortController>())

/** Starts work in the background and returns at once. */
export async function startJob(db: Database, input: StartJobInput): Promise<StartedJob> {
  const id = newId('job')
  const now = Date.now()
  await db.write((tx) =>
    tx.run(
      `INSERT INTO jobs (id, kind, state, phase, progress, total, created_at, updated_at, beat_at)
       VALUES (?, ?, 'running', 'starting', 0, 0, ?, ?, ${tx.clock})`,
      [id, input.kind, now, now],
    ),
  )
  const controller = new AbortController()
  running.set(id, controller)
  const finished = carryOut(db, id, controller, input.work)
  return { job: await requireJob(db, id), finished }
}

/** Asks a job to stop: at once one of this process, within seconds one of another. */
export async function stopJob(db: Database, jobId: string): Promise<void> {
  await askToStop(db, jobId)
  running.get(jobId)?.abort()
}

/** Asks every job to stop and waits for none: for the end of the process. */
export function stopAllJobs(): void {
  for (const controller of running.values()) controller.abort()
}

async function carryOut(
  db: Database,
  id: string,
  controller: AbortController,
  work: StartJobInput['work'],
): Promise<Job> {
  const reporter = progressReporter(db, id)
  const stopBeating = keepAlive(db, id, () => controller.abort())
  const settled = async () => {
    await stopBeating()
    await reporter.settled()
  }
  try {
    const result = await work({ jobId: id, signal: controller.signal, report: reporter.report })
    const state = controller.signal.aborted ? 'stopped' : 'done'
    await settled()
    await finish(db, id, state, result, null)
  } catch (error) {
    const isStopped = controller.signal.aborted
    await settled()
    if (!isStopped) log.error('a job failed', { job: id })
    await finish(db, id, isStopped ? 'stopped' : 'failed', null, messageOf(error))
  } finally {
    running.delete(id)
  }
  return requireJob(db, id)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function progressReporter(db: Database, id: string) {
  let latest: { phase: string; progress: number; total: number } | null = null
  let writing: Promise<void> = Promise.resolve()
  let writtenAt = 0
  const write = async () => {
    const report = latest
    latest = null
    if (!report) return
    await db.write((tx) =>
      tx.run('UPDATE jobs SET phase = ?, progress = ?, total = ?, updated_at = ? WHERE id = ?', [
        report.phase,
        report.progress,
        report.total,
        Date.now(),
        id,
      ]),
    )
  }
  return {
    report: (phase: string, progress: number, total: number): void => {
      latest = { phase, progress, total }
      if (Date.now() - writtenAt < REPORT_INTERVAL_MS) return
      writtenAt = Date.now()
      writing = writing.then(write)
    },
    async settled(): Promise<void> {
      await writing
      await write()
    },
  }
}

async function finish(
  db: Database,
  id: string,
  state: JobState,
  result: unknown,
  error: string | null,
): Promise<void> {
  const now = Date.now()
  await db.write((tx) =>
    tx.run(
      'UPDATE jobs SET state = ?, result = ?, error = ?, updated_at = ?, finished_at = ? WHERE id = ?',
      [state, result == null ? null : JSON.stringify(result), error, now, now, id],
    ),
  )
}
