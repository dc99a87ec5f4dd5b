import type { Database } from '@/lib/db/database'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { addReviewEvent } from '@/lib/store/add-review-event'
import { judgeHunksAnew } from './core/judge-hunks'
import type { FindingException } from './model/finding'
import { refuseReview } from './model/review-problems'

/**
 * What is not reported in a store, and what is again since `endedSince`, so that no exception ends
 * unnoticed: those that end last come first.
 */
export async function listExceptions(
  db: Database,
  { storeId, endedSince }: { storeId: string; endedSince: number },
): Promise<FindingException[]> {
  const rows = await db.prisma.findingException.findMany({
    where: { store: { id: storeId, deletedAt: null }, endsAt: { gt: endedSince } },
    orderBy: [{ endsAt: 'desc' }, { key: 'asc' }],
  })
  return rows.flatMap(({ id, rule, path, endsAt, actorType, actorId, createdAt }) =>
    isScanRule(rule)
      ? { id, rule, path, endsAt, by: { type: actorType, id: actorId }, createdAt }
      : [],
  )
}

const isScanRule = (rule: string): rule is ScanRule => rule in SCAN_RULES

/** Ends an exception now: its rule is reported again. Refuses `exception_not_found`. */
export async function endException(
  db: Database,
  { storeId, exceptionId }: { storeId: string; exceptionId: string },
): Promise<void> {
  const now = Date.now()
  await db.write(async (tx) => {
    const { findingException, memory } = tx.prisma
    const row = await findingException.findFirst({
      where: { id: exceptionId, store: { id: storeId, deletedAt: null } },
    })
    if (!row) return refuseReview({ kind: 'exception_not_found', exceptionId })
    const { key, storeKey, path } = row
    await findingException.updateMany({
      where: { key, endsAt: { gt: now } },
      data: { endsAt: now },
    })
    const found = await memory.findFirst({ where: { storeKey, path } })
    if (found) {
      await judgeHunksAnew(tx, { memoryKey: found.key, now })
      await addReviewEvent(tx, { storeKey, type: 'findings.updated', subject: found.id })
    }
    tx.touch(storeKey)
  })
}
