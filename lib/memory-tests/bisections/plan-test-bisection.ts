import type { Database } from '@/lib/db/database'
import { type BisectionPlan, planBetween } from '@/lib/replay/bisections/bisection-plan'
import { settings } from '@/lib/settings'
import { readsOfTest } from '../sql/test-runs'

/**
 * The changes between two states of a store to the memories that a test's answers read, and the
 * deletions; if none are known, all. Refuses `store_not_found`.
 */
export async function planTestBisection(
  db: Database,
  at: { testKey: number; revision: number; storeId: string; good: number; bad: number },
): Promise<BisectionPlan> {
  const { storeId, good, bad } = at
  const rows = await readsOfTest(db.read, at)
  const read = new Set(rows.flatMap(({ reads }) => JSON.parse(reads) as string[]))
  const ends = [{ good: { storeId, sequence: good }, bad: { storeId, sequence: bad } }]
  return planBetween(db, {
    ends,
    read: [...read].map((memoryId) => ({ storeId, memoryId })),
    atOnce: settings().replayConcurrency,
  })
}
