import { columns, type RowOf } from '@/lib/db/columns'
import type { SqlValue, WriteSql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import type { MemoryInRequest } from '../core/memory-in-request'

/** Costs of memory, counted with the end of every request of a run. */

const COST = columns('c', 'memoryCost', [
  'storeKey',
  'quarterDay',
  'memoryKey',
  'freshTokens',
  'againTokens',
  'startTokens',
  'requests',
  'turns',
  'starts',
  'sessions',
])

/** Figures to add to a row of costs. */
export type CostDelta = RowOf<typeof COST>

/** The store of a place that a request held, and its memory; 0: the store as a whole. */
export interface KeysOfPlace {
  /** of the place, in the list that was asked about */
  at: number
  storeKey: number
  memoryKey: number
}

/** Finds the keys of these places, without those of stores that are gone. */
export function keysOfPlaces(
  tx: WriteSql,
  places: readonly Pick<MemoryInRequest, 'storeId' | 'path' | 'memoryId'>[],
): Promise<KeysOfPlace[]> {
  const filled = toPowerOfTwo(places, { storeId: '', path: '', memoryId: null })
  const row = '(CAST(? AS INTEGER), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))'
  return tx.all<KeysOfPlace>(
    `WITH held(at, store_id, path, memory_id) AS (VALUES ${filled.map(() => row).join(', ')})
     SELECT h.at, s.key AS "storeKey",
       coalesce((SELECT m.key FROM memories m WHERE m.id = h.memory_id), n.memory_key,
         (SELECT v.memory_key FROM memory_versions v WHERE v.node_key = n.key
          ORDER BY v.sequence DESC LIMIT 1), 0) AS "memoryKey"
     FROM held h CROSS JOIN memory_stores s
       LEFT JOIN path_nodes n ON n.store_key = s.key AND n.path = h.path
     WHERE s.id = h.store_id AND s.deleted_at IS NULL`,
    filled.flatMap(({ storeId, path, memoryId }, at) => [at, storeId, path, memoryId]),
  )
}

const NEWEST = columns('c', 'memoryCost', ['storeKey', 'memoryKey', 'quarterDay'])

/** The newest row of each memory that a session's requests held. */
export function newestCosts(tx: WriteSql, sessionKey: number): Promise<RowOf<typeof NEWEST>[]> {
  return tx.all<RowOf<typeof NEWEST>>(
    `SELECT ${NEWEST.list} FROM memory_costs c WHERE c.session_key = ? AND c.sessions = 1`,
    [sessionKey],
  )
}

const KEY = 'store_key, quarter_day, memory_key'
const FIGURES = [
  ...['fresh_tokens', 'again_tokens', 'start_tokens', 'requests', 'turns', 'starts'],
  'sessions',
]

/** Adds to figures of a table that are there. */
const added = (table: string) =>
  FIGURES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

/** Adds to a session's costs. */
export function addCosts(
  tx: Pick<WriteSql, 'later'>,
  sessionKey: number,
  deltas: readonly CostDelta[],
): Promise<void> {
  const { from, params } = rowsOf(deltas)
  return tx.later(
    `INSERT INTO memory_costs (session_key, ${KEY}, ${FIGURES.join(', ')})
     SELECT CAST(? AS INTEGER), d.* FROM ${from} WHERE d.store_key > 0
     ON CONFLICT (session_key, ${KEY}) DO UPDATE SET ${added('memory_costs')}`,
    [sessionKey, ...params],
  )
}

/** Adds the same to the sums of all sessions. */
export function addToSums(
  tx: Pick<WriteSql, 'later'>,
  deltas: readonly CostDelta[],
): Promise<void> {
  const { from, params } = rowsOf(deltas)
  return tx.later(
    `INSERT INTO memory_cost_sums (${KEY}, ${FIGURES.join(', ')})
     SELECT d.* FROM ${from} WHERE d.store_key > 0
     ON CONFLICT (${KEY}) DO UPDATE SET ${added('memory_cost_sums')}`,
    params,
  )
}

/** Takes a session's costs out of the sums; the session goes with them. */
export async function dropCosts(tx: WriteSql, sessionKey: number): Promise<void> {
  const taken = FIGURES.map((name) => `-c.${name}`).join(', ')
  await tx.run(
    `INSERT INTO memory_cost_sums (${KEY}, ${FIGURES.join(', ')})
     SELECT c.store_key, c.quarter_day, c.memory_key, ${taken}
     FROM memory_costs c WHERE c.session_key = ? ORDER BY ${KEY}
     ON CONFLICT (${KEY}) DO UPDATE SET ${added('memory_cost_sums')}`,
    [sessionKey],
  )
  await tx.run(
    `DELETE FROM memory_cost_sums WHERE requests <= 0 AND (${KEY}) IN (
       SELECT c.store_key, c.quarter_day, c.memory_key FROM memory_costs c WHERE c.session_key = ?)`,
    [sessionKey],
  )
  await tx.run('DELETE FROM memory_costs WHERE session_key = ?', [sessionKey])
}

/** Filled up with rows of no store. */
function rowsOf(deltas: readonly CostDelta[]): { from: string; params: SqlValue[] } {
  const rows = deltas.map((each) => [
    ...[each.storeKey, each.quarterDay, each.memoryKey],
    ...[each.freshTokens, each.againTokens, each.startTokens],
    ...[each.requests, each.turns, each.starts, each.sessions],
  ])
  const filled = toPowerOfTwo(
    rows,
    COLUMNS.map(() => 0),
  )
  const row = `(${COLUMNS.map((type) => `CAST(? AS ${type})`).join(', ')})`
  return {
    from: `(WITH d(${KEY}, ${FIGURES.join(', ')}) AS (VALUES ${filled.map(() => row).join(', ')})
       SELECT ${KEY}, ${FIGURES.join(', ')} FROM d) d`,
    params: filled.flat(),
  }
}

/** The types of the columns above. */
const COLUMNS = [
  ...['INTEGER', 'BIGINT', 'INTEGER', 'BIGINT', 'BIGINT', 'BIGINT'],
  ...['INTEGER', 'INTEGER', 'INTEGER', 'INTEGER'],
]
