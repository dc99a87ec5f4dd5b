import type { Database } from '@/lib/db/database'

/** How many watched folders need a person: they stopped, or something of them is to be decided. */
export async function countTroubled(db: Database): Promise<number> {
  const row = await db.read.get<{ count: number }>(
    `SELECT count(*) AS count FROM connections c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.deleted_at IS NULL AND (c.state = 'problem' OR EXISTS (
       SELECT 1 FROM outbox o WHERE o.connection_key = c.key AND o.state IN ('conflict', 'failed')))`,
  )
  return row?.count ?? 0
}
