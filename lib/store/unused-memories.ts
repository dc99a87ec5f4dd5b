import type { Sql, SqlValue } from '@/lib/db/sql'
import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { PINNED_PATHS } from './model/pinned-paths'

const DAY_MS = 86_400_000

/** A memory that nobody read or wrote for long. */
export interface UnusedMemory {
  id: string
  path: string
  sha256: string
}

const UNUSED = `m.store_key = ? AND m.path IS NOT NULL AND m.updated_at < ?
  AND lower(m.path) NOT IN (${PINNED_PATHS.map(() => '?').join(', ')})
  AND NOT EXISTS (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key AND r.last_read_at >= ?)`

const paramsOf = (storeKey: number, since: number): SqlValue[] => [
  storeKey,
  since,
  ...PINNED_PATHS.map((path) => path.toLowerCase()),
  since,
]

/** How many memories of a store nobody read or wrote for so many days. Refuses `store_not_found`. */
export async function countUnused(
  db: Database,
  { storeId, days, now }: { storeId: string; days: number; now: number },
): Promise<number> {
  const store = await findStore(db.bulk, storeId)
  const row = await db.bulk.get<{ memories: number }>(
    `SELECT count(*) AS memories FROM memories m WHERE ${UNUSED}`,
    paramsOf(store.key, now - days * DAY_MS),
  )
  return row?.memories ?? 0
}

/** Whether nobody read or wrote a memory since a time; false if it is gone. */
export async function isUnused(
  sql: Sql,
  { storeKey, path, since }: { storeKey: number; path: string; since: number },
): Promise<boolean> {
  const row = await sql.get(`SELECT 1 AS one FROM memories m WHERE ${UNUSED} AND m.path = ?`, [
    ...paramsOf(storeKey, since),
    path,
  ])
  return row !== undefined
}

/**
 * Some of the memories that nobody read or wrote since a time, and that `actorId` has not proposed
 * for deletion since then.
 */
export async function unusedMemories(
  sql: Sql,
  asked: { storeKey: number; since: number; actorId: string; limit: number },
): Promise<UnusedMemory[]> {
  const { storeKey, since, actorId, limit } = asked
  return sql.all<UnusedMemory>(
    `SELECT m.id, m.path, m.sha256 FROM memories m WHERE ${UNUSED}
       AND NOT EXISTS (SELECT 1 FROM proposals p WHERE p.store_key = m.store_key
         AND p.path = m.path AND p.actor_id = ? AND (p.state = 'waiting' OR p.decided_at >= ?))
     ORDER BY m.path LIMIT ?`,
    [...paramsOf(storeKey, since), actorId, since, limit],
  )
}
