import type { Database } from '@/lib/db/database'
import { failAbandonedJobs, JOB_LEASE } from '@/lib/jobs/heartbeat'
import type { JobKind } from '@/lib/jobs/job'
import { lastStateOf } from '@/lib/jobs/read-jobs'
import { log } from '@/lib/log'
import { startCompaction } from './compaction'
import { hasAbandonedBranch } from '../branches/sql/branches'
import { purgeDeletedStores } from '../stores/change-stores'

/**
 * Recovers what dead processes left open, now and periodically: completes the list of redactions,
 * purges deleted stores and branches that nobody goes on making, fails jobs whose process is gone,
 * and completes interrupted compactions. Returns the function that stops it.
 */
export function resumeWork(db: Database): () => void {
  void db.listRedactions()
  purgeDeletedStores(db).catch(() => log.warn('a deleted store could not be purged yet'))
  const warn = () => log.warn('abandoned jobs could not be looked for')
  takeOverAtBoot(db).catch(warn)
  const timer = setInterval(() => void takeOver(db).catch(warn), JOB_LEASE.silenceMs / 2)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns whether bytes that such a job freed may still be in the files. */
const leavesBytes = (kind: JobKind) => kind === 'redaction' || kind === 'compaction'

/** Fails abandoned jobs, purges half-made branches, and completes what must not stay half done. */
export async function takeOver(db: Database): Promise<void> {
  const kinds = await failAbandonedJobs(db)
  if (await db.write(hasAbandonedBranch)) await purgeDeletedStores(db)
  if (kinds.some(leavesBytes)) await startCompaction(db)
}

/**
 * Like `takeOver`, but also compacts if the last redaction or compaction ended without: a server
 * stopped in the middle of one marks it so itself. Only at boot, because what failed may fail
 * again.
 */
export async function takeOverAtBoot(db: Database): Promise<void> {
  const last = await lastStateOf(db, ['redaction', 'compaction'])
  await takeOver(db)
  if (last === 'failed' || last === 'stopped') await startCompaction(db)
}
