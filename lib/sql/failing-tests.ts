import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/**
 * The standing of a test: the status of the run of what it asks now that saw the newest state of its store
 * and has a verdict; what a gate or a branch was asked about is no state of it. A timer's figures, the inbox and digests ask for it; it reads the runs of each
 * test, of which some hundred are kept.
 */
const GOES = `(SELECT r.status FROM memory_test_runs r WHERE r.test_key = t.key
  AND r.gate_state IS NULL AND r.branch_key IS NULL AND r.revision = t.revision AND r.status IN ('passed', 'failed', 'mixed')
  ORDER BY r.sequence DESC, r.key DESC LIMIT 1)`

const OF_STORES = `memory_tests t JOIN memory_stores s ON s.key = t.store_key
  AND s.deleted_at IS NULL AND s.archived_at IS NULL`

/** A store with tests that fail. */
export interface FailingStoreRow {
  storeId: string
  storeName: string
  count: number
  /** one of them */
  testId: string
  /** when the first run failed of those since which none passed, milliseconds since 1970 */
  since: number
}

/** The stores in which tests fail, those that fail longest first. */
export function failingStores(sql: Sql, limit: number): Promise<FailingStoreRow[]> {
  return sql.all<FailingStoreRow>(
    `SELECT s.id AS "storeId", s.name AS "storeName", count(*) AS count,
       min(t.id) AS "testId", min(
       (SELECT min(f.created_at) FROM memory_test_runs f WHERE f.test_key = t.key
         AND f.gate_state IS NULL AND f.branch_key IS NULL AND f.revision = t.revision AND f.status = 'failed' AND f.sequence > coalesce(
           (SELECT max(p.sequence) FROM memory_test_runs p WHERE p.test_key = t.key
             AND p.gate_state IS NULL AND p.branch_key IS NULL AND p.revision = t.revision AND p.status = 'passed'), -1))) AS since
     FROM ${OF_STORES} WHERE ${GOES} = 'failed'
     GROUP BY s.key, s.id, s.name ORDER BY since, s.key LIMIT ?`,
    [limit],
  )
}

/** Counts the tests that fail, of these stores; undefined: of all. */
export async function countFailingTests(
  sql: Sql,
  storeKeys: readonly number[] | undefined,
): Promise<number> {
  if (storeKeys?.length === 0) return 0
  const among = storeKeys ? ` AND s.key IN ${oneOf(storeKeys)}` : ''
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM ${OF_STORES} WHERE ${GOES} = 'failed'${among}`,
    storeKeys ?? [],
  )
  return row?.count ?? 0
}

/** Counts all tests by their standing; 'never' for those that no run has told of. */
export function testsByStatus(sql: Sql): Promise<{ status: string; count: number }[]> {
  return sql.all<{ status: string; count: number }>(
    `SELECT coalesce(${GOES}, 'never') AS status, count(*) AS count FROM ${OF_STORES}
     GROUP BY coalesce(${GOES}, 'never')`,
  )
}

/** Counts the tests of a store that fail. */
export async function countFailingOfStore(sql: Sql, storeId: string): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM ${OF_STORES} WHERE ${GOES} = 'failed' AND s.id = ?`,
    [storeId],
  )
  return row?.count ?? 0
}
