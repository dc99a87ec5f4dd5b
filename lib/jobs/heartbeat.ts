import type { Database } from '@/lib/db/database'
import {
  abandonedLeases,
  breakLease,
  keepLease,
  type Lease,
  type LeaseKind,
  renewLease,
  takeLease,
} from '@/lib/lease'
import type { JobKind } from './job'
import { failJob, reviveJob } from './sql/heartbeat'

/** A job's lease. Its timeout is longer than a database is usually locked. */
export const JOB_LEASE: LeaseKind = { table: 'jobs', beatEveryMs: 3_000, silenceMs: 30_000 }

/**
 * Sends heartbeats for a job, and calls `onStopAsked` once anyone, even in another process, asks it
 * to stop. Returns the function that stops both; no heartbeat is sent after it.
 */
export function keepAlive(db: Database, lease: Lease, onStopAsked: () => void) {
  return keepLease(lease, async () => {
    if ((await beat(db, lease)).isAskedToStop) onStopAsked()
  })
}

/**
 * Sends one heartbeat, which also revives a job taken for abandoned while its process was merely
 * stalled (a laptop that slept, a locked database). Never call it after the job has ended. Returns
 * whether the job was asked to stop.
 */
export async function beat(db: Database, lease: Lease): Promise<{ isAskedToStop: boolean }> {
  const row = await db.write(async (tx) => {
    const isHeld = (await renewLease(tx, lease)) || (await takeLease(tx, lease))
    return isHeld ? reviveJob(tx, lease.id) : undefined
  })
  return { isAskedToStop: row !== undefined && row.stopAskedAt !== null }
}

/**
 * Asks a job to stop in whichever process it runs: that process learns of it with its next
 * heartbeat.
 */
export async function askToStop(db: Database, jobId: string): Promise<void> {
  const where = { id: jobId, state: 'running' } as const
  await db.write((tx) => tx.prisma.job.updateMany({ where, data: { stopAskedAt: Date.now() } }))
}

/** Marks jobs as failed whose process is gone. Returns their kinds. */
export async function failAbandonedJobs(db: Database): Promise<JobKind[]> {
  const now = Date.now()
  return db.write(async (tx) => {
    const kinds: JobKind[] = []
    for (const abandoned of await abandonedLeases(tx, JOB_LEASE)) {
      if (!(await breakLease(tx, JOB_LEASE, abandoned))) continue
      const row = await failJob(tx, { id: abandoned.id, now }, ITS_PROCESS_ENDED)
      if (row) kinds.push(row.kind)
    }
    return kinds
  })
}

const ITS_PROCESS_ENDED = {
  // What is to be redacted is kept nowhere, so nobody can go on with it.
  ofRedaction:
    'its process ended before it was done; the text may still be there: ask for it again',
  ofOthers: 'its process ended before it was done; what it had done by then is kept',
}
