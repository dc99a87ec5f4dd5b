import { describe, expect, test } from 'vitest'
import { createSession } from '@/lib/agent/create-session'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { startTestRun } from '@/lib/memory-tests/start-run'
import { removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { say, sessionWith } from '@/tests/support/sessions'
import { recentCostlyMemories } from './recent-costly'

const server = modelServer()
const by = LOCAL_USER_ACTOR
const MINUTE = 60_000
let names = 0

/** A model that reads a path, and then says something. */
function modelReading(path: string): string {
  const model = `reads-${++names}`
  server.rule(model, ({ messages }) => {
    const hasRead = JSON.stringify(messages).includes('tool_result')
    return { parts: hasRead ? [words('I see.')] : [view(`/memories${path}`)] }
  })
  return model
}

/** A store whose sessions read a large memory that its test does not. */
async function withCostly(db: Database) {
  const files = { '/a.md': 'a\n', '/large.md': 'Nothing that anybody needs.\n'.repeat(200) }
  const { storeId } = await sessionWith(db, 'none', files)
  const model = modelReading('/large.md')
  for (let made = 0; made < 5; made++) {
    const stores = [{ storeId, access: 'read_write' as const }]
    const { id } = await createSession(db, { settings: { model }, stores, openedBy: by })
    await say(db, id, 'Hi')
  }
  await tested(db, storeId, '/a.md')
  return storeId
}

/** Runs a test that passes and reads this path. */
async function tested(db: Database, storeId: string, path: string): Promise<void> {
  const asked = { name: 'Sees', messages: ['Hi'], model: modelReading(path) }
  const checks = [{ type: 'contains' as const, text: 'i see' }]
  const { id: testId } = await createTest(db, { storeId, test: { ...asked, checks }, by })
  await startTestRun(db, { storeId, testId, startedFor: 'person', by })
  await testRunsFinished()
}

const asked = (storeId: string, now: number) => ({ storeIds: [storeId], limit: 3, now })

onBothDatabases((current) => {
  describe('costly memories for a list of stores', () => {
    test('are looked for again once five minutes have passed', async () => {
      const db = current()
      const storeId = await withCostly(db)
      const now = Date.now()
      expect(await recentCostlyMemories(db, asked(storeId, now))).toMatchObject([
        { storeId, path: '/large.md', tests: 1 },
      ])
      await tested(db, storeId, '/large.md')
      expect(await recentCostlyMemories(db, asked(storeId, now + 4 * MINUTE))).toHaveLength(1)
      expect(await recentCostlyMemories(db, asked(storeId, now + 5 * MINUTE))).toEqual([])
    })

    test('have the paths that they have now, and go with their memories', async () => {
      const db = current()
      const storeId = await withCostly(db)
      const now = Date.now()
      const [costly] = await recentCostlyMemories(db, asked(storeId, now))
      const memoryId = costly?.memoryId ?? ''
      const cause = { actor: by }
      await updateMemory(db, { storeId, memoryId, path: '/moved.md', cause })
      expect(await recentCostlyMemories(db, asked(storeId, now + 1))).toMatchObject([
        { memoryId, path: '/moved.md' },
      ])
      await removeMemory(db, { storeId, memoryId, cause })
      expect(await recentCostlyMemories(db, asked(storeId, now + 2))).toEqual([])
    })

    test('are none where they could not be looked for, until somebody asks again', async () => {
      const db = current()
      const storeId = await withCostly(db)
      let isDown = true
      const sometimes = Object.create(db, {
        bulk: {
          get: () => {
            if (isDown) throw new Error('no thread is left')
            return db.bulk
          },
        },
      }) as Database
      const now = Date.now()
      expect(await recentCostlyMemories(sometimes, asked(storeId, now))).toEqual([])
      isDown = false
      expect(await recentCostlyMemories(sometimes, asked(storeId, now))).toHaveLength(1)
    })
  })
})
