import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import { checkedTest, type TestInput } from '@/lib/memory-tests/checked-test'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { listTests } from '@/lib/memory-tests/read-tests'
import type { Actor } from '@/lib/store/model/actor'
import type { TakeTests } from '@/lib/transfer/seed-store'
import { createTestBody } from './memory-test-schemas'
import { writtenTest } from './resources/memory-test'
import { testOfBody } from './test-of-body'

/** A store's tests as its export has them: what they ask, without their ids and runs. */
export async function exportedTests(db: Database, storeId: string): Promise<object[]> {
  return (await listTests(db, { storeId, runsOfEach: 1 })).map(({ test }) => writtenTest(test))
}

/**
 * Takes over the tests of an import whose names the store does not have: those that it has stay as
 * they are. One that is none, or is too many, is left out.
 */
export function takeTests(db: Database, by: Actor): TakeTests {
  return async (tests, { storeId, how }) => {
    const known = storeId === null ? [] : await listTests(db, { storeId, runsOfEach: 1 })
    const names = new Set(known.map(({ test }) => test.name))
    let taken = 0
    for await (const each of tests) {
      const test = testIn(each)
      if (!test || names.has(test.name)) continue
      names.add(test.name)
      if (how === 'run' && storeId !== null && !(await isKept(db, { storeId, test, by }))) continue
      taken++
    }
    return taken
  }
}

/** The test that a line says; null: it says none. */
function testIn(line: unknown): TestInput | null {
  const parsed = z.safeParse(createTestBody, line)
  if (!parsed.success) return null
  try {
    return checkedTest(testOfBody(parsed.data))
  } catch (error) {
    if (error instanceof MemoryTestError) return null
    throw error
  }
}

async function isKept(
  db: Database,
  test: { storeId: string; test: TestInput; by: Actor },
): Promise<boolean> {
  try {
    await createTest(db, test)
    return true
  } catch (error) {
    if (error instanceof MemoryTestError) return false
    throw error
  }
}
