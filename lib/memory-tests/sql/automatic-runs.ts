import type { Sql } from '@/lib/db/sql'
import { TESTS_ACTOR } from '../model/tests-actor'
import type { TestOccasion } from '../model/memory-test'

/** Questions of a timer about the tests that run by themselves. */

export interface TimedTestRow {
  id: string
  key: number
  storeId: string
  storeKey: number
  /** the store's last change, and when it was made */
  lastSequence: number
  lastChangedAt: number
  paths: string | null
  nightlyMinute: number | null
  revision: number
  createdAt: number
  updatedAt: number
}

/** The tests that run by themselves, of stores in use. It reads all tests: some hundred a store. */
export function timedTests(sql: Sql): Promise<TimedTestRow[]> {
  return sql.all<TimedTestRow>(
    `SELECT t.id, t.key, s.id AS "storeId", t.store_key AS "storeKey",
       s.last_sequence AS "lastSequence", s.last_changed_at AS "lastChangedAt", t.paths, t.nightly_minute AS "nightlyMinute", t.revision,
       t.created_at AS "createdAt", t.updated_at AS "updatedAt"
     FROM memory_tests t JOIN memory_stores s ON s.key = t.store_key
     WHERE s.deleted_at IS NULL AND s.archived_at IS NULL
       AND (t.paths IS NOT NULL OR t.nightly_minute IS NOT NULL) ORDER BY t.key`,
  )
}

/**
 * The newest state that a run of a test's question has seen, by the runs of the test; null: none. One that
 * failed for the model's server has seen nothing: it is tried again.
 */
export async function newestSeen(
  sql: Sql,
  { key, revision }: Pick<TimedTestRow, 'key' | 'revision'>,
): Promise<number | null> {
  const row = await sql.get<{ seen: number | null }>(
    `SELECT max(r.sequence) AS seen FROM memory_test_runs r
     WHERE r.test_key = ? AND r.revision = ? AND r.gate_state IS NULL AND r.branch_key IS NULL
       AND (r.status <> 'not_run' OR r.not_run_for IN ('stopped', 'budget_used_up'))`,
    [key, revision],
  )
  return row?.seen ?? null
}

/** When a test was last run for this, by its runs; null: it was not. */
export async function lastRunFor(
  sql: Sql,
  testKey: number,
  occasion: TestOccasion,
): Promise<number | null> {
  const row = await sql.get<{ ranAt: number | null }>(
    `SELECT max(r.created_at) AS "ranAt" FROM memory_test_runs r
     WHERE r.test_key = ? AND r.started_for = ?`,
    [testKey, occasion],
  )
  return row?.ranAt ?? null
}

/**
 * The requests of all runs and searches of a store that began by themselves since a time, by its runs and
 * searches: of those under way, as many as they may ask; and how many runs these are.
 */
export async function automaticRequests(
  sql: Sql,
  { storeKey, since }: { storeKey: number; since: number },
): Promise<{ requests: number; underWay: number }> {
  const open = "r.status IN ('pending', 'running')"
  const asked = `coalesce(sum(CASE WHEN ${open} THEN r.max_requests ELSE r.requests END), 0)`
  const row = await sql.get<{ requests: number; underWay: number; searching: number }>(
    `SELECT ${asked} AS requests, (
         SELECT ${asked} FROM memory_test_bisections r
         WHERE r.store_key = ? AND r.created_at >= ? AND r.actor_id = ?) AS searching,
       coalesce(sum(CASE WHEN ${open} THEN 1 ELSE 0 END), 0) AS "underWay"
     FROM memory_test_runs r
     WHERE r.store_key = ? AND r.created_at >= ? AND r.started_for IN ('change', 'nightly')`,
    [storeKey, since, TESTS_ACTOR.id, storeKey, since],
  )
  const { requests = 0, searching = 0, underWay = 0 } = row ?? {}
  return { requests: requests + searching, underWay }
}
