import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import type { MemoryInRequest, RequestPlace } from '../core/memory-in-request'

/** Costs of memory, counted with the end of every request of a run. */

const HOUR_MS = 3_600_000

interface CountedRequest {
  sessionKey: number
  /** milliseconds since 1970 */
  now: number
  place: RequestPlace
  memory: readonly MemoryInRequest[]
}

/** Places a statement, whose parameters are limited; hardly a request holds more. */
const AT_ONCE = 1_000

/**
 * Adds what a request held, in one statement. A path stands for the memory that is there now, or was
 * last; what is none, a directory, counts as the store. Stores that are gone count nothing.
 */
export async function addMemoryCosts(
  tx: WriteSql,
  { sessionKey, now, place, memory }: CountedRequest,
): Promise<void> {
  let of = place
  for (const some of chunked(memory, AT_ONCE)) {
    await addSome(tx, { sessionKey, now, place: of, memory: some })
    of = { ...place, isFirst: false, beginsTurn: false }
  }
}

async function addSome(
  tx: WriteSql,
  { sessionKey, now, place, memory }: CountedRequest,
): Promise<void> {
  const row = `(CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT),
    CAST(? AS BIGINT), CAST(? AS BIGINT))`
  await tx.run(
    `WITH held(store_id, path, memory_id, fresh, again, start) AS (
       VALUES ${memory.map(() => row).join(', ')})
     INSERT INTO memory_costs (store_key, hour, session_key, memory_key, fresh_tokens, again_tokens,
       start_tokens, requests, turns, starts)
     SELECT f.store_key, CAST(? AS BIGINT), CAST(? AS INTEGER), f.memory_key, sum(f.fresh),
       sum(f.again), sum(f.start), 1, CAST(? AS INTEGER), CAST(? AS INTEGER)
     FROM (
       SELECT s.key AS store_key, h.fresh, h.again, h.start,
         coalesce((SELECT m.key FROM memories m WHERE m.id = h.memory_id), n.memory_key,
           (SELECT v.memory_key FROM memory_versions v WHERE v.node_key = n.key
            ORDER BY v.sequence DESC LIMIT 1), 0) AS memory_key
       FROM held h JOIN memory_stores s ON s.id = h.store_id AND s.deleted_at IS NULL
         LEFT JOIN path_nodes n ON n.store_key = s.key AND n.path = h.path) f
     GROUP BY f.store_key, f.memory_key
     ON CONFLICT (store_key, hour, session_key, memory_key) DO UPDATE SET
       fresh_tokens = memory_costs.fresh_tokens + excluded.fresh_tokens,
       again_tokens = memory_costs.again_tokens + excluded.again_tokens,
       start_tokens = memory_costs.start_tokens + excluded.start_tokens,
       requests = memory_costs.requests + 1,
       turns = memory_costs.turns + excluded.turns,
       starts = memory_costs.starts + excluded.starts`,
    [
      ...memory.flatMap(({ storeId, path, memoryId, freshTokens, againTokens }) => [
        ...[storeId, path, memoryId, freshTokens, againTokens],
        place.isInFirstTurn ? freshTokens : 0,
      ]),
      now - (now % HOUR_MS),
      sessionKey,
      place.beginsTurn ? 1 : 0,
      place.isFirst ? 1 : 0,
    ],
  )
}
