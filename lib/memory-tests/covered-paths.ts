import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { testsNamed } from './sql/gate-runs'
import type { TestRow } from './sql/memory-tests'
import { hasTests, livingPaths, readsThatPassed } from './sql/test-runs'

/** Memories asked about in one statement. */
const AT_ONCE = 500

/** The paths of a store's memories that a test's answers read when it last passed. */
export async function coveredPaths(db: Database, storeId: string): Promise<ReadonlySet<string>> {
  const rows = await readsThatPassed(db.read, storeId)
  const read = new Set(rows.flatMap(({ reads }) => JSON.parse(reads) as string[]))
  const paths = new Set<string>()
  for (const some of chunked([...read], AT_ONCE)) {
    for (const { path } of await livingPaths(db.read, some)) paths.add(path)
  }
  return paths
}

/** Returns whether a store has a test, so that what its tests read says something. */
export function storeHasTests(db: Database, storeId: string): Promise<boolean> {
  return hasTests(db.read, storeId)
}

export interface ReadByTests {
  /** by the ids of memories, how many tests read each when they last passed */
  ofMemory: ReadonlyMap<string, number>
  /** tests that passed, as they are now */
  tests: number
}

/** Counts the tests of a store whose answers read a memory when they last passed. */
export async function readByTests(db: Database, storeId: string): Promise<ReadByTests> {
  const rows = await readsThatPassed(db.read, storeId)
  const testsOf = new Map<string, Set<string>>()
  for (const { testId, reads } of rows) {
    for (const memoryId of JSON.parse(reads) as string[]) {
      testsOf.set(memoryId, (testsOf.get(memoryId) ?? new Set()).add(testId))
    }
  }
  return {
    ofMemory: new Map([...testsOf].map(([id, tests]) => [id, tests.size])),
    tests: new Set(rows.map(({ testId }) => testId)).size,
  }
}

/** The tests of a store whose answers read any of some memories when they last passed, oldest first. */
export async function testsThatRead(
  db: Database,
  { storeId, memoryIds }: { storeId: string; memoryIds: ReadonlySet<string> },
): Promise<TestRow[]> {
  const rows = await readsThatPassed(db.read, storeId)
  const reading = rows.filter(({ reads }) =>
    (JSON.parse(reads) as string[]).some((id) => memoryIds.has(id)),
  )
  const testIds = [...new Set(reading.map(({ testId }) => testId))]
  return testIds.length === 0 ? [] : testsNamed(db.read, storeId, testIds)
}
