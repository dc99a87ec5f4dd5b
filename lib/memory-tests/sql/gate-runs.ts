import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { SELECT_RUNS, type RunRow } from './test-runs'
import { SELECT_TESTS, type TestRow } from './memory-tests'

/** The gates of a store, oldest first, by its tests. */
export function gatesOfStore(sql: Sql, storeId: string): Promise<TestRow[]> {
  return sql.all<TestRow>(`${SELECT_TESTS} WHERE s.id = ? AND t.is_gate = 1 ORDER BY t.key`, [
    storeId,
  ])
}

/** The tests of a store by their ids, oldest first. */
export function testsNamed(
  sql: Sql,
  storeId: string,
  testIds: readonly string[],
): Promise<TestRow[]> {
  return sql.all<TestRow>(
    `${SELECT_TESTS} WHERE s.id = ? AND t.id IN ${oneOf(testIds)} ORDER BY t.key`,
    [storeId, ...testIds],
  )
}

/** The newest run of what a test asks now about a state that would come about, by the test's runs. */
export function newestGateRun(
  sql: Sql,
  { key, revision }: Pick<TestRow, 'key' | 'revision'>,
  state: string,
): Promise<RunRow | undefined> {
  return sql.get<RunRow>(
    `${SELECT_RUNS} WHERE r.test_key = ? AND r.revision = ? AND r.gate_state = ?
     ORDER BY r.key DESC LIMIT 1`,
    [key, revision, state],
  )
}

/** The newest runs of a test in spite of which a person went on, newest first, by the test's runs. */
export function overruledRuns(sql: Sql, testId: string, limit: number): Promise<RunRow[]> {
  return sql.all<RunRow>(
    `${SELECT_RUNS} WHERE t.id = ? AND r.overruled_at IS NOT NULL ORDER BY r.key DESC LIMIT ?`,
    [testId, limit],
  )
}

/** Notes that a person went on although these did not pass. */
export async function noteOverruled(
  tx: WriteSql,
  runIds: readonly string[],
  { by, at }: { by: string; at: number },
): Promise<void> {
  if (runIds.length === 0) return
  await tx.run(
    `UPDATE memory_test_runs SET overruled_at = ?, overruled_by = ? WHERE id IN ${oneOf(runIds)}`,
    [at, by, ...runIds],
  )
}
