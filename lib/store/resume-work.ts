import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import { startCompaction } from './compaction'
import { purgeDeletedStores } from './delete-store'

/**
 * Puts right what the end of the process left open, at boot: deleted stores are purged, jobs that
 * were running have failed, and a redaction that was not compacted to its end is compacted now.
 */
export async function resumeWork(db: Database): Promise<void> {
  purgeDeletedStores(db).catch(() => log.warn('a deleted store could not be purged yet'))
  const interrupted = await db.prisma.job.findMany({
    where: { state: 'running' },
    select: { id: true, kind: true },
  })
  if (interrupted.length === 0) return
  const now = Date.now()
  await db.write((tx) =>
    tx.run(
      `UPDATE jobs SET state = 'failed', error = ?, updated_at = ?, finished_at = ?
       WHERE state = 'running'`,
      ['the server ended before it was done; what it had done by then is kept', now, now],
    ),
  )
  if (interrupted.some((job) => job.kind === 'redaction')) await startCompaction(db)
}
