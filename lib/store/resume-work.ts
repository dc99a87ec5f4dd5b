import type { Database } from '@/lib/db/database'
import { failAbandonedJobs, SILENCE_MS } from '@/lib/jobs/heartbeat'
import { log } from '@/lib/log'
import { startCompaction } from './compaction'
import { purgeDeletedStores } from './delete-store'

/**
 * Puts right what a process that ended left open, now and from here on: deleted stores are purged,
 * jobs whose process is gone have failed, and a redaction that was not compacted to its end is
 * compacted. Returns the function that ends it.
 */
export function resumeWork(db: Database): () => void {
  purgeDeletedStores(db).catch(() => log.warn('a deleted store could not be purged yet'))
  const look = () =>
    void takeOver(db).catch(() => log.warn('abandoned jobs could not be looked for'))
  look()
  const timer = setInterval(look, SILENCE_MS / 2)
  timer.unref()
  return () => clearInterval(timer)
}

/** Ends the jobs that nobody works on any more, and finishes what must not be left half done. */
export async function takeOver(db: Database, now = Date.now()): Promise<void> {
  const kinds = await failAbandonedJobs(db, now)
  if (kinds.includes('redaction')) await startCompaction(db)
}
