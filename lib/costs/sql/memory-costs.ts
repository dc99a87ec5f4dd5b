import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'

/** Costs of memory to sessions: kept sums of a period, on the threads of long reads. */

interface AskedPeriod {
  storeKey: number
  /** the beginning of a quarter of a day, milliseconds since 1970 */
  since: number
}

const total = (expression: string) => `CAST(coalesce(sum(${expression}), 0) AS BIGINT)`
const ofStore = (column: string) => `CASE WHEN c.memory_key = 0 THEN c.${column} ELSE 0 END`

export interface TotalRow {
  sessions: number
  freshTokens: number
  againTokens: number
  startTokens: number
  /** of the listings and hits among them */
  listedTokens: number
  turns: number
  starts: number
}

/** All that a store cost since a time. */
export async function totalCost(sql: BulkSql, asked: AskedPeriod): Promise<TotalRow | undefined> {
  return sql.get<TotalRow>(
    `SELECT ${total(ofStore('sessions'))} AS sessions,
       ${total('c.fresh_tokens')} AS "freshTokens", ${total('c.again_tokens')} AS "againTokens", ${total('c.start_tokens')} AS "startTokens",
       ${total(`${ofStore('fresh_tokens')} + ${ofStore('again_tokens')}`)} AS "listedTokens",
       ${total(ofStore('turns'))} AS turns, ${total(ofStore('starts'))} AS starts
     FROM memory_cost_sums c WHERE c.store_key = ? AND c.quarter_day >= ?`,
    [asked.storeKey, asked.since],
  )
}

/** The first quarter of a day in which anything of a store was counted; null: nothing was. */
export async function firstCounted(sql: Sql, storeKey: number): Promise<number | null> {
  const row = await sql.get<{ at: number | null }>(
    'SELECT min(c.quarter_day) AS at FROM memory_cost_sums c WHERE c.store_key = ?',
    [storeKey],
  )
  return row?.at ?? null
}

const MEMORY = columns('m', 'memory', ['id'])

export type CostRow = RowOf<typeof MEMORY> & {
  path: string
  freshTokens: number
  againTokens: number
  sessions: number
  requests: number
}

const SUMS = `SELECT c.memory_key, ${total('c.fresh_tokens')} AS fresh,
  ${total('c.again_tokens')} AS again, ${total('c.sessions')} AS sessions,
  ${total('c.requests')} AS requests
  FROM memory_cost_sums c`

const COST = `${MEMORY.list}, m.path, a.fresh AS "freshTokens", a.again AS "againTokens", a.sessions,
  a.requests`

/** The paths of those of these memories that are there. */
export function pathsOf(
  sql: Sql,
  memoryIds: readonly string[],
): Promise<(RowOf<typeof MEMORY> & { path: string })[]> {
  return sql.all<RowOf<typeof MEMORY> & { path: string }>(
    `SELECT ${MEMORY.list}, m.path FROM memories m
     WHERE m.id IN ${oneOf(memoryIds)} AND m.path IS NOT NULL`,
    memoryIds,
  )
}

/** The memories of a store that cost most since a time, with how many cost anything and how much. */
export function costliest(
  sql: BulkSql,
  { storeKey, since, limit }: AskedPeriod & { limit: number },
): Promise<(CostRow & { allMemories: number; allTokens: number })[]> {
  return sql.all<CostRow & { allMemories: number; allTokens: number }>(
    `WITH a AS (
       ${SUMS} WHERE c.store_key = ? AND c.quarter_day >= ? AND c.memory_key > 0 GROUP BY c.memory_key)
     SELECT ${COST}, count(*) OVER () AS "allMemories",
       CAST(sum(a.fresh + a.again) OVER () AS BIGINT) AS "allTokens"
     FROM a CROSS JOIN memories m WHERE m.key = a.memory_key AND m.path IS NOT NULL
     ORDER BY a.fresh + a.again DESC, m.path LIMIT ?`,
    [storeKey, since, limit],
  )
}

/** The cost of these memories of a store since a time, as far as they are there and cost anything. */
export function costsOf(
  sql: BulkSql,
  { storeKey, since, memoryIds }: AskedPeriod & { memoryIds: readonly string[] },
): Promise<CostRow[]> {
  return sql.all<CostRow>(
    `WITH a AS (
       ${SUMS} WHERE c.store_key = ? AND c.quarter_day >= ? AND c.memory_key IN (
         SELECT k.key FROM memories k WHERE k.id IN ${oneOf(memoryIds)}) GROUP BY c.memory_key)
     SELECT ${COST} FROM a CROSS JOIN memories m
     WHERE m.key = a.memory_key AND m.path IS NOT NULL`,
    [storeKey, since, ...memoryIds],
  )
}

export type ObservedRow = RowOf<typeof MEMORY> & {
  path: string
  size: number
  sessions: number
  /** bytes that all sessions read of all memories, if each read a memory once */
  allBytes: number
  allMemories: number
}

/** The memories of a store that sessions of other programs read since a time, by what that cost them. */
export function readByObserved(
  sql: BulkSql,
  { storeKey, since, limit }: AskedPeriod & { limit: number },
): Promise<ObservedRow[]> {
  return sql.all<ObservedRow>(
    `WITH a AS (
       SELECT r.memory_key, count(DISTINCT r.session_id) AS sessions
       FROM memory_reads r JOIN observed_sessions o ON o.id = r.session_id
       WHERE r.store_key = ? AND r.last_read_at >= ? GROUP BY r.memory_key)
     SELECT ${MEMORY.list}, m.path, m.size, a.sessions, count(*) OVER () AS "allMemories",
       CAST(sum(m.size * a.sessions) OVER () AS BIGINT) AS "allBytes"
     FROM a JOIN memories m ON m.key = a.memory_key
     WHERE m.path IS NOT NULL ORDER BY m.size * a.sessions DESC, m.path LIMIT ?`,
    [storeKey, since, limit],
  )
}

/** Counts the sessions of other programs that read anything of a store since a time. */
export async function countObserved(
  sql: BulkSql,
  { storeKey, since }: AskedPeriod,
): Promise<number> {
  const row = await sql.get<{ sessions: number }>(
    `SELECT count(DISTINCT r.session_id) AS sessions
     FROM memory_reads r JOIN observed_sessions o ON o.id = r.session_id
     WHERE r.store_key = ? AND r.last_read_at >= ?`,
    [storeKey, since],
  )
  return row?.sessions ?? 0
}

const STORE = columns('s', 'memoryStore', ['key', 'id'])

/** A store that is there, by its id. */
export function storeById(sql: Sql, id: string): Promise<RowOf<typeof STORE> | undefined> {
  return sql.get<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s WHERE s.id = ? AND s.deleted_at IS NULL`,
    [id],
  )
}

/** Those of these stores that have tests. */
export function testedStores(
  sql: Sql,
  storeIds: readonly string[],
  limit: number,
): Promise<RowOf<typeof STORE>[]> {
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s
     WHERE s.deleted_at IS NULL AND s.archived_at IS NULL AND s.id IN ${oneOf(storeIds)}
       AND EXISTS (SELECT 1 FROM memory_tests t WHERE t.store_key = s.key)
     ORDER BY s.key LIMIT ?`,
    [...storeIds, limit],
  )
}
