import type { Database } from '@/lib/db/database'
import { failAbandonedJobs, JOB_LEASE } from '@/lib/jobs/heartbeat'
import { listJobs } from '@/lib/jobs/read-jobs'
import { log } from '@/lib/log'
import { startCompaction } from './compaction'
import { purgeDeletedStores } from '../delete-store'

/**
 * Puts right what a process that ended left open, now and from here on: deleted stores are purged,
 * jobs whose process is gone have failed, and a redaction that was not compacted to its end is
 * compacted. Returns the function that ends it.
 */
export function resumeWork(db: Database): () => void {
  purgeDeletedStores(db).catch(() => log.warn('a deleted store could not be purged yet'))
  const warn = () => log.warn('abandoned jobs could not be looked for')
  takeOverAtBoot(db).catch(warn)
  const timer = setInterval(() => void takeOver(db).catch(warn), JOB_LEASE.silenceMs / 2)
  timer.unref()
  return () => clearInterval(timer)
}

/** Ends the jobs that nobody works on any more, and finishes what must not be left half done. */
export async function takeOver(db: Database): Promise<void> {
  const kinds = await failAbandonedJobs(db)
  if (kinds.includes('redaction')) await startCompaction(db)
}

/**
 * As `takeOver`, and compacts as well where the last redaction ended without: a server that was
 * stopped in the middle of one marks it so itself. Only at boot, for what fails may fail again.
 */
export async function takeOverAtBoot(db: Database): Promise<void> {
  const [last] = await listJobs(db, { kind: 'redaction', limit: 1 })
  await takeOver(db)
  if (last?.state === 'failed' || last?.state === 'stopped') await startCompaction(db)
}
