import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { refuse } from '../model/problems'
import type { StoreTransaction } from './store-transaction'
import type { LiveMemoryRow } from './rows'

const MEMORIES_PER_QUERY = 500

/**
 * Refuses `changed_since_seen` if someone other than the actor changed one of these memories after
 * a given change: the last one on screen when the action was chosen.
 */
export async function refuseUnseen(
  transaction: StoreTransaction,
  memories: readonly LiveMemoryRow[],
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return
  const newer = memories.filter(({ head_sequence }) => head_sequence > seen)
  for (const part of chunked(newer, MEMORIES_PER_QUERY)) {
    const key = await memoryOfOthers(transaction.sql, part, seen, transaction.cause.actor)
    const memory = part.find((each) => each.key === key)
    if (memory)
      refuse({ kind: 'changed_since_seen', storeId: transaction.storeId, path: memory.path })
  }
}

async function memoryOfOthers(
  sql: Sql,
  memories: readonly LiveMemoryRow[],
  seen: number,
  actor: { type: string; id: string },
): Promise<number | null> {
  const row = await sql.get<{ memory_key: number }>(
    `SELECT memory_key FROM memory_versions
     WHERE memory_key IN (${memories.map(() => '?').join(', ')}) AND sequence > ?
       AND NOT (actor_type = ? AND actor_id = ?) LIMIT 1`,
    [...memories.map(({ key }) => key), seen, actor.type, actor.id],
  )
  return row?.memory_key ?? null
}
