import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import type { JobKind } from './job'

/** How often a job sends a heartbeat, in milliseconds. */
export const BEAT_INTERVAL_MS = 3000

/** A job is abandoned after this long without a heartbeat, in milliseconds; longer than a database is usually locked. */
export const SILENCE_MS = 30_000

/**
 * Sends heartbeats of a job, and calls `onStopAsked` once somebody, perhaps in another process, has
 * asked it to stop. Returns the function that ends both; no heartbeat is sent after it.
 */
export function keepAlive(db: Database, jobId: string, onStopAsked: () => void) {
  let beating: Promise<void> | null = null
  const tryToBeat = async () => {
    try {
      if ((await beat(db, jobId)).isAskedToStop) onStopAsked()
    } catch {
      // The next one may get through; the work itself meets what is wrong with the database.
      log.warn('a job could not say that it is alive', { job: jobId })
    }
    beating = null
  }
  const timer = setInterval(() => {
    beating ??= tryToBeat()
  }, BEAT_INTERVAL_MS)
  timer.unref()
  return async (): Promise<void> => {
    clearInterval(timer)
    await beating
  }
}

/**
 * Sends one heartbeat, which also revives a job that was taken for abandoned while its process was
 * only kept waiting (a laptop that slept, a database that was locked). Never call it after the job's
 * end. Answers whether somebody asked the job to stop.
 */
export async function beat(db: Database, jobId: string): Promise<{ isAskedToStop: boolean }> {
  const row = await db.write((tx) =>
    tx.get<{ stop_asked_at: number | null }>(
      `UPDATE jobs SET beat_at = ${tx.clock}, state = 'running', error = NULL, finished_at = NULL
       WHERE id = ? RETURNING stop_asked_at`,
      [jobId],
    ),
  )
  return { isAskedToStop: row !== undefined && row.stop_asked_at !== null }
}

/** Asks a job to stop, whichever process it runs in: that process hears of it with its next heartbeat. */
export async function askToStop(db: Database, jobId: string): Promise<void> {
  await db.write((tx) =>
    tx.run(`UPDATE jobs SET stop_asked_at = ? WHERE id = ? AND state = 'running'`, [
      Date.now(),
      jobId,
    ]),
  )
}

/**
 * Marks jobs as failed whose process has ended: those that have been silent for too long, by the
 * database's clock, for those of several machines differ. Answers what kinds they were of.
 */
export async function failAbandonedJobs(db: Database): Promise<JobKind[]> {
  const now = Date.now()
  const rows = await db.write((tx) =>
    tx.all<{ kind: JobKind }>(
      `UPDATE jobs SET state = 'failed', error = ?, updated_at = ?, finished_at = ?
       WHERE state = 'running' AND beat_at < ${tx.clock} - ${SILENCE_MS} RETURNING kind`,
      ['its process ended before it was done; what it had done by then is kept', now, now],
    ),
  )
  return rows.map((row) => row.kind)
}
