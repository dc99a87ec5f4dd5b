import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { newId } from '@/lib/text/prefixed-id'
import { type CheckedTest, checkedTest, type TestInput } from './checked-test'
import type { MemoryTest } from './model/memory-test'
import { refuseTest } from './problems'
import { getTest } from './read-tests'
import { checksToStore, testOfRow } from './test-of-row'

/** Of one store: a person looks through them, and a night runs them all. */
const MAX_TESTS = 500

/** Saves a test. Refuses `store_not_found`, `store_archived`, `invalid_test`, `too_many_tests`. */
export async function createTest(
  db: Database,
  { storeId, test, by }: { storeId: string; test: TestInput; by: Actor },
): Promise<MemoryTest> {
  const checked = checkedTest(test)
  const id = newId('mtest')
  await db.write(async (tx) => {
    const storeKey = await openStore(tx, storeId)
    const count = await tx.prisma.memoryTest.count({ where: { storeKey } })
    if (count >= MAX_TESTS) refuseTest({ kind: 'too_many_tests', maximum: MAX_TESTS })
    const now = Date.now()
    await tx.prisma.memoryTest.create({
      data: {
        ...columnsOf(checked),
        id,
        storeKey,
        actorType: by.type,
        actorId: by.id,
        createdAt: now,
        updatedAt: now,
      },
    })
    tx.touch(storeKey)
  })
  return getTest(db, { storeId, testId: id })
}

/**
 * Changes a test; what is left out stays. What is asked or checked anew is another revision, of which
 * nothing is known yet. Refuses as `createTest`, and `test_not_found`.
 */
export async function updateTest(
  db: Database,
  { storeId, testId, change }: { storeId: string; testId: string; change: Partial<TestInput> },
): Promise<MemoryTest> {
  await db.write(async (tx) => {
    const storeKey = await openStore(tx, storeId)
    const before = await tx.prisma.memoryTest.findFirst({ where: { id: testId, storeKey } })
    if (!before) return refuseTest({ kind: 'test_not_found', testId })
    const stood = testOfRow({ ...before, storeId })
    const { name, messages, checks, model, access, instructions, toolSet, verdict, when } = stood
    const checked = checkedTest({
      ...{ name, messages, checks, model, access, instructions, toolSet, verdict },
      ...change,
      when: { ...when, ...change.when },
    })
    const data = columnsOf(checked)
    const isSame = ASKED.every((column) => data[column] === before[column])
    await tx.prisma.memoryTest.update({
      where: { key: before.key },
      data: {
        ...data,
        // What is written anew is asked again; of a name or a time nothing follows for what is left.
        ...(isSame ? {} : { revision: { increment: 1 }, isRedacted: 0 }),
        updatedAt: Date.now(),
      },
    })
    tx.touch(storeKey)
  })
  return getTest(db, { storeId, testId })
}

/** Deletes a test with its runs. Refuses `store_not_found`, `test_not_found`. */
export async function deleteTest(
  db: Database,
  { storeId, testId }: { storeId: string; testId: string },
): Promise<void> {
  await db.write(async (tx) => {
    const found = await tx.prisma.memoryTest.findFirst({
      where: { id: testId, store: { id: storeId, deletedAt: null } },
    })
    if (!found) return refuseTest({ kind: 'test_not_found', testId })
    await tx.prisma.memoryTest.delete({ where: { key: found.key } })
    tx.touch(found.storeKey)
  })
}

/** Changing these makes earlier runs those of another question. */
const ASKED = [
  ...(['messages', 'checks', 'model', 'access', 'instructions', 'toolSet', 'verdict'] as const),
]

async function openStore({ prisma }: WriteSql, storeId: string): Promise<number> {
  const store = await prisma.memoryStore.findFirst({ where: { id: storeId, deletedAt: null } })
  if (!store) return refuse({ kind: 'store_not_found', storeId })
  if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId })
  return store.key
}

function columnsOf({ name, messages, checks, model, verdict, when, ...test }: CheckedTest) {
  const { access, instructions, toolSet } = test
  return {
    ...{ name, access, instructions, toolSet },
    messages: JSON.stringify(messages),
    checks: checksToStore(checks),
    model,
    verdict: JSON.stringify(verdict),
    paths: when.paths === null ? null : JSON.stringify(when.paths),
    nightlyMinute: when.nightlyMinute,
    isGate: Number(when.isGate),
    bisectsItself: when.bisectsItself === null ? null : Number(when.bisectsItself),
  }
}
