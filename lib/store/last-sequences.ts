import type { Database } from '@/lib/db/database'

/** The number of the last change of every store, by its id. */
export async function lastSequences(db: Database): Promise<Map<string, number>> {
  const rows = await db.read.all<{ id: string; last_sequence: number }>(
    'SELECT id, last_sequence FROM memory_stores WHERE deleted_at IS NULL',
  )
  return new Map(rows.map(({ id, last_sequence }) => [id, last_sequence]))
}
