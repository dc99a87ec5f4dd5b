import type { Database } from '@/lib/db/database'
import type { JobKind } from './job'

/** How often a process says of its jobs that it is at them. */
export const BEAT_INTERVAL_MS = 3000

/** A job of which nothing was heard for so long is nobody's any more; longer than a database is locked as a rule. */
export const SILENCE_MS = 30_000

/** Says that a job is alive; answers whether somebody, perhaps in another process, asked it to stop. */
export async function beat(db: Database, jobId: string): Promise<{ isAskedToStop: boolean }> {
  const row = await db.write((tx) =>
    tx.get<{ stop_asked_at: number | null }>(
      'UPDATE jobs SET beat_at = ? WHERE id = ? RETURNING stop_asked_at',
      [Date.now(), jobId],
    ),
  )
  return { isAskedToStop: row !== undefined && row.stop_asked_at !== null }
}

/** Asks a job to stop, whichever process it runs in: that one hears of it with its next beat. */
export async function askToStop(db: Database, jobId: string): Promise<void> {
  await db.write((tx) =>
    tx.run(`UPDATE jobs SET stop_asked_at = ? WHERE id = ? AND state = 'running'`, [
      Date.now(),
      jobId,
    ]),
  )
}

/**
 * Marks jobs as failed whose process has ended: those that have been silent for too long. Answers
 * what kinds they were of. A process that was only kept waiting still ends its job as it is.
 */
export async function failAbandonedJobs(db: Database, now = Date.now()): Promise<JobKind[]> {
  const rows = await db.write((tx) =>
    tx.all<{ kind: JobKind }>(
      `UPDATE jobs SET state = 'failed', error = ?, updated_at = ?, finished_at = ?
       WHERE state = 'running' AND beat_at < ? RETURNING kind`,
      [
        'its process ended before it was done; what it had done by then is kept',
        now,
        now,
        now - SILENCE_MS,
      ],
    ),
  )
  return rows.map((row) => row.kind)
}
