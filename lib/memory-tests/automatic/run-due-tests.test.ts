import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { createTest } from '../change-tests'
import type { TestTimes } from '../model/memory-test'
import { listTestRuns } from '../read-runs'
import { storesWithFailingTests } from '../read-tests'
import { testRunsFinished } from '../run-tests'
import { TESTS_ACTOR } from '../model/tests-actor'
import { runDueTests } from './run-due-tests'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const cause = { actor: LOCAL_USER_ACTOR }

/** A store with one memory, and a test of the practice agent that fails. */
async function saved(db: Database, when: Partial<TestTimes>) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  await createMemory(db, { storeId, path: '/docs/a.md', content: 'Deploys on Mondays.\n', cause })
  const { id: testId } = await createTest(db, {
    storeId,
    test: {
      name: 'Fridays',
      messages: ['What do you know about deploys?'],
      checks: [{ type: 'contains', text: 'Fridays' }],
      model: 'practice-agent',
      when,
    },
    by: LOCAL_USER_ACTOR,
  })
  return { storeId, testId }
}

async function runsAt(db: Database, testId: string, now: number, requestsPerDay = 1_000) {
  await runDueTests(db, { now, requestsPerDay })
  await testRunsFinished()
  return listTestRuns(db, { testId, limit: 10 })
}

onBothDatabases((current) => {
  describe('a test that runs by itself', () => {
    test('runs once after changes below its paths, when they are settled', async () => {
      const db = current()
      const { storeId, testId } = await saved(db, { paths: ['/docs'] })
      const now = Date.now()
      expect(await runsAt(db, testId, now)).toEqual([])
      const [run, ...others] = await runsAt(db, testId, now + MINUTE)
      expect(others).toEqual([])
      expect(run).toMatchObject({ status: 'failed', startedFor: 'change', startedBy: TESTS_ACTOR })
      expect(await runsAt(db, testId, now + 60 * MINUTE)).toHaveLength(1)

      await createMemory(db, { storeId, path: '/other.md', content: 'x\n', cause })
      expect(await runsAt(db, testId, now + 60 * MINUTE)).toHaveLength(1)
      await createMemory(db, { storeId, path: '/docs/b.md', content: 'y\n', cause })
      expect(await runsAt(db, testId, now + 2 * MINUTE)).toHaveLength(1)
      expect(await runsAt(db, testId, now + 60 * MINUTE)).toHaveLength(2)
    })

    test('runs each night at its hour', async () => {
      const db = current()
      const { testId } = await saved(db, { nightlyMinute: 150 })
      const night = Math.floor(Date.now() / DAY) * DAY + DAY + 150 * MINUTE
      expect(await runsAt(db, testId, night - MINUTE)).toEqual([])
      expect(await runsAt(db, testId, night)).toMatchObject([{ startedFor: 'nightly' }])
    })

    test('that is run by hand alone does not', async () => {
      const db = current()
      const { testId } = await saved(db, {})
      expect(await runsAt(db, testId, Date.now() + 3 * DAY)).toEqual([])
    })

    test('is not run once the budget of the day is used up, and is not looked at again', async () => {
      const db = current()
      const { testId } = await saved(db, { paths: ['/'] })
      const now = Date.now()
      expect(await runsAt(db, testId, now + MINUTE, 2)).toMatchObject([
        { status: 'not_run', notRunFor: 'budget_used_up' },
      ])
      expect(await runsAt(db, testId, now + 60 * MINUTE)).toHaveLength(1)
    })
  })

  test('stores with failing tests are told with since when', async () => {
    const db = current()
    const { storeId, testId } = await saved(db, { paths: ['/'] })
    const [run] = await runsAt(db, testId, Date.now() + MINUTE)
    expect(await storesWithFailingTests(db, 10)).toEqual([
      { storeId, storeName: 'Notes', count: 1, testId, since: run?.createdAt },
    ])
  })
})
