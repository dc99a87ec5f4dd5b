import type { Database } from '@/lib/db/database'
import { jobsAreStopping } from '@/lib/jobs/run-job'
import { RULES_REVISION } from '@/lib/scan/rules'
import { StoreError } from '@/lib/store/model/problems'
import { startScan } from '../findings/scan-store'
import { storesWithOldRules } from './sql/due-work'

/**
 * Scans the stores that were not scanned by the present rules, one after the other, each as a job
 * that can be stopped. One that was stopped or did not get through is scanned after the next start.
 */
export async function scanByNewRules(db: Database, signal?: AbortSignal): Promise<void> {
  const stores = await storesWithOldRules(db.bulk, RULES_REVISION)
  for (const { id } of stores) {
    if (signal?.aborted || jobsAreStopping()) return
    await scanUnlessGone(db, id)
  }
}

async function scanUnlessGone(db: Database, storeId: string): Promise<void> {
  try {
    await (
      await startScan(db, { storeId })
    ).finished
  } catch (error) {
    const isGone = error instanceof StoreError && error.problem.kind === 'store_not_found'
    if (!isGone) throw error
  }
}
