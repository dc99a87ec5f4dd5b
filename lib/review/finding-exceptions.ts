import type { Database } from '@/lib/db/database'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { addReviewEvent } from '@/lib/store/add-review-event'
import type { Actor } from '@/lib/store/model/actor'
import { judgeHunksAnew } from './core/judge-hunks'
import type { FindingException } from './model/finding'
import { refuseReview } from './model/review-problems'

interface Row {
  id: string
  rule: string
  path: string
  ends_at: number
  actor_type: Actor['type']
  actor_id: string
  created_at: number
}

/**
 * What is not reported in a store, and what is again since `endedSince`, so that no exception ends
 * unnoticed: those that end last come first.
 */
export async function listExceptions(
  db: Database,
  { storeId, endedSince }: { storeId: string; endedSince: number },
): Promise<FindingException[]> {
  const rows = await db.read.all<Row>(
    `SELECT e.id, e.rule, e.path, e.ends_at, e.actor_type, e.actor_id, e.created_at
     FROM finding_exceptions e JOIN memory_stores s ON s.key = e.store_key
     WHERE s.id = ? AND s.deleted_at IS NULL AND e.ends_at > ? ORDER BY e.ends_at DESC, e.key`,
    [storeId, endedSince],
  )
  return rows.flatMap((row) =>
    row.rule in SCAN_RULES
      ? {
          id: row.id,
          rule: row.rule as ScanRule,
          path: row.path,
          endsAt: row.ends_at,
          by: { type: row.actor_type, id: row.actor_id },
          createdAt: row.created_at,
        }
      : [],
  )
}

/** Ends an exception now: its rule is reported again. Refuses `exception_not_found`. */
export async function endException(
  db: Database,
  { storeId, exceptionId }: { storeId: string; exceptionId: string },
): Promise<void> {
  const now = Date.now()
  await db.write(async (tx) => {
    const row = await tx.get<{ key: number; store_key: number; path: string }>(
      `SELECT e.key, e.store_key, e.path FROM finding_exceptions e
         JOIN memory_stores s ON s.key = e.store_key
       WHERE e.id = ? AND s.id = ? AND s.deleted_at IS NULL`,
      [exceptionId, storeId],
    )
    if (!row) return refuseReview({ kind: 'exception_not_found', exceptionId })
    await tx.run('UPDATE finding_exceptions SET ends_at = ? WHERE key = ? AND ends_at > ?', [
      now,
      row.key,
      now,
    ])
    const memory = await tx.get<{ key: number; id: string }>(
      'SELECT key, id FROM memories WHERE store_key = ? AND path = ?',
      [row.store_key, row.path],
    )
    if (memory) {
      await judgeHunksAnew(tx, { memoryKey: memory.key, now })
      const event = { type: 'findings.updated', subject: memory.id } as const
      await addReviewEvent(tx, { storeKey: row.store_key, ...event })
    }
    tx.touch(row.store_key)
  })
}
