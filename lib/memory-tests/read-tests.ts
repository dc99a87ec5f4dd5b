import type { Database } from '@/lib/db/database'
import { getStore } from '@/lib/store/stores/read-stores'
import { countFailingOfStore, failingStores, type FailingStoreRow } from '@/lib/sql/failing-tests'
import { groupedBy } from '@/lib/text/grouped-by'
import type { MemoryTest, TestRun } from './model/memory-test'
import { refuseTest } from './problems'
import { runOfRow } from './read-runs'
import { testById, testsOfStore } from './sql/memory-tests'
import { newestRunsOfStore } from './sql/test-runs'
import { testOfRow } from './test-of-row'

/** A test with its newest runs: those of the latest state first, of one state the last made. */
export interface TestWithRuns {
  test: MemoryTest
  runs: TestRun[]
}

/** A store's tests, oldest first, each with this many runs. Refuses `store_not_found`. */
export async function listTests(
  db: Database,
  { storeId, runsOfEach }: { storeId: string; runsOfEach: number },
): Promise<TestWithRuns[]> {
  await getStore(db, storeId)
  const rows = await testsOfStore(db.read, storeId)
  const [first] = rows
  if (!first) return []
  const runs = (await newestRunsOfStore(db.read, first.storeKey, runsOfEach)).map(runOfRow)
  runs.sort((one, other) => other.sequence - one.sequence || other.createdAt - one.createdAt)
  const byTest = groupedBy(runs, ({ testId }) => testId)
  return rows.map((row) => ({ test: testOfRow(row), runs: byTest.get(row.id) ?? [] }))
}

/** A store's tests by their ids, oldest first, each with the key of its row. */
export async function testsById(
  db: Database,
  storeId: string,
): Promise<ReadonlyMap<string, { key: number; test: MemoryTest }>> {
  const rows = await testsOfStore(db.read, storeId)
  return new Map(rows.map((row) => [row.id, { key: row.key, test: testOfRow(row) }]))
}

/** A test. Refuses `test_not_found`, for that of another store too. */
export async function getTest(
  db: Database,
  { storeId, testId }: { storeId: string; testId: string },
): Promise<MemoryTest> {
  const row = await testById(db.read, testId)
  if (!row || row.storeId !== storeId) return refuseTest({ kind: 'test_not_found', testId })
  return testOfRow(row)
}

/** Counts the tests of a store that fail, as far as their runs tell. */
export function failingTests(db: Database, storeId: string): Promise<number> {
  return countFailingOfStore(db.read, storeId)
}

/** The stores in which tests fail, those that fail longest first. */
export function storesWithFailingTests(db: Database, limit: number): Promise<FailingStoreRow[]> {
  return failingStores(db.read, limit)
}
