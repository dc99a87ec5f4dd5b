import type { Database } from '@/lib/db/database'
import { jobsAreStopping } from '@/lib/jobs/run-job'
import { RULES_REVISION } from '@/lib/scan/rules'
import { Scanner } from '@/lib/scan/scanner'
import { StoreError } from '@/lib/store/model/problems'
import { startScan, startScanOfStores } from '../findings/scan-store'
import { storesWithOldRules } from './sql/due-work'

/** A store with more memories is a job of its own, which people see and can stop. */
const MAX_SHARED = 1000

/** Memories, and stores, that one job scans. */
const MEMORIES_PER_JOB = 5000
const STORES_PER_JOB = 500

/**
 * Scans the stores that were not scanned by the present rules, one after the other in one thread, many
 * small ones as one job; each job can be stopped. A store that was stopped or did not get through is
 * scanned after the next start.
 */
export async function scanByNewRules(db: Database, signal?: AbortSignal): Promise<void> {
  const stores = await storesWithOldRules(db.bulk, RULES_REVISION)
  if (stores.length === 0) return
  const scanner = new Scanner()
  const scan = scanner.scanInBackground.bind(scanner)
  try {
    for (const storeIds of jobsOf(stores)) {
      if (signal?.aborted || jobsAreStopping()) return
      const [storeId = ''] = storeIds
      const starting =
        storeIds.length === 1
          ? startScan(db, { storeId }, scan)
          : startScanOfStores(db, storeIds, scan)
      await (
        await starting.catch(unlessGone)
      )?.finished
    }
  } finally {
    await scanner.stop()
  }
}

/** The ids of the stores of each job. */
function* jobsOf(
  stores: readonly { id: string; memoryCount: number }[],
): Generator<readonly string[]> {
  let shared: string[] = []
  let memories = 0
  for (const { id, memoryCount } of stores) {
    if (memoryCount > MAX_SHARED) {
      yield [id]
      continue
    }
    shared.push(id)
    memories += memoryCount
    if (memories < MEMORIES_PER_JOB && shared.length < STORES_PER_JOB) continue
    yield shared
    shared = []
    memories = 0
  }
  if (shared.length > 0) yield shared
}

function unlessGone(error: unknown): null {
  const isGone = error instanceof StoreError && error.problem.kind === 'store_not_found'
  if (!isGone) throw error
  return null
}
