import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import type { GateCheck } from '@/lib/memory-tests/model/gate'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { startTestRun } from '@/lib/memory-tests/start-run'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { hunkId } from '@/lib/review/model/hunk'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { createMemory, putMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { quarantineMemory } from '@/lib/store/quarantine/quarantine-memory'
import { archiveStore, createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { askHunkEffect, hunkEffect, type HunkInput } from './hunk-effect'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: LOCAL_API_ACTOR }
const BEFORE = '# Deploys\n\nAsk Mia first.\n\nRoll back at once.\n'
const AFTER = '# Deploys\n\nAsk Mia first.\nDeploys go out on Fridays.\n\nRoll back at once.\n'
const server = modelServer()
let names = 0

beforeAll(() => guardAgentsWrites())

/** A model that reads the memory of deploys, and says what it holds. */
function modelThatReads(): string {
  const model = `effect-${++names}`
  server.rule(model, (request) => {
    const sent = JSON.stringify(request.messages)
    const isListed = sent.includes('/memories/deploy.md')
    if (isListed && !sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
    return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
  })
  return model
}

/** A store in which an agent wrote when deploys go out, and a test with a text that is looked for. */
async function written(db: Database, lookedFor: string) {
  const model = modelThatReads()
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  await createMemory(db, { storeId, path: '/deploy.md', content: BEFORE, cause: PERSON })
  await putMemory(db, { storeId, path: '/deploy.md', content: AFTER, cause: AGENT })
  await examineAll(db)
  const { changesets } = await listChangesets(db, { state: 'open', storeId, limit: 9 })
  const changesetId = changesets[0]?.id ?? ''
  const [memory] = await changesetMemories(db, changesetId)
  const [hunk] = memory?.hunks ?? []
  if (!memory || !hunk) throw new Error('the agent changed nothing')
  const { id: testId } = await createTest(db, {
    storeId,
    test: {
      ...{ name: 'When deploys go out', messages: ['When do we deploy?'], model },
      checks: [{ type: 'contains', text: lookedFor }],
    },
    by: LOCAL_USER_ACTOR,
  })
  const name = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
  const { memoryId } = memory
  return {
    storeId,
    testId,
    model,
    memoryId,
    input: { storeId, changesetId, hunkIds: [name], ...BY },
  }
}

const BY = { by: LOCAL_USER_ACTOR }

async function passed(db: Database, storeId: string, testId: string): Promise<void> {
  await startTestRun(db, { storeId, testId, startedFor: 'person', by: LOCAL_USER_ACTOR })
  await testRunsFinished()
}

/** The standing of tests without the hunk; null: none reads its memory. */
async function checkOf(db: Database, input: HunkInput): Promise<GateCheck | null> {
  const found = await hunkEffect(db, input)
  if (typeof found === 'string') throw new Error(`nothing depends on it: ${found}`)
  return found.check
}

async function asked(db: Database, input: HunkInput): Promise<void> {
  await askHunkEffect(db, { ...input, shown: (await checkOf(db, input))?.state ?? '' })
  await testRunsFinished()
}

onBothDatabases((current) => {
  describe('what depends on a hunk', () => {
    test('is a test that fails on the store without it, which itself stays as it is', async () => {
      const db = current()
      const { storeId, testId, input } = await written(db, 'on Fridays')
      await passed(db, storeId, testId)
      const before = await hunkEffect(db, input)
      expect(before).toMatchObject({
        paths: ['/deploy.md'],
        check: { gates: [{ testId, status: 'not_asked' }], price: { isFree: false } },
      })
      await asked(db, input)
      expect((await checkOf(db, input))?.gates).toMatchObject([
        { testId, status: 'failed', held: 0, of: 2 },
      ])
      const memory = await getMemory(db, { storeId, path: '/deploy.md', view: 'full' })
      expect(memory.content).toBe(AFTER)
    })

    test('is what depends on any of several that are taken out together', async () => {
      const db = current()
      const { storeId, testId, input } = await written(db, 'on Fridays')
      await createMemory(db, { storeId, path: '/more.md', content: BEFORE, cause: PERSON })
      await putMemory(db, { storeId, path: '/more.md', content: AFTER, cause: AGENT })
      await examineAll(db)
      await passed(db, storeId, testId)
      const names = (await changesetMemories(db, input.changesetId)).map(
        ({ hunks: [hunk], memoryId, through }) => hunk && hunkId({ ...hunk, memoryId, through }),
      )
      const hunkIds = names.flatMap((name) => name ?? [])
      const [unread] = hunkIds.filter((id) => !input.hunkIds.includes(id))
      expect(await checkOf(db, { ...input, hunkIds: [unread ?? ''] })).toBeNull()
      const both = { ...input, hunkIds }
      const effect = await hunkEffect(db, both)
      expect(effect).toMatchObject({ check: { gates: [{ testId }] } })
      const paths = effect !== null && typeof effect === 'object' ? effect.paths : []
      expect(paths).toEqual(expect.arrayContaining(['/deploy.md', '/more.md']))
      await asked(db, both)
      expect((await checkOf(db, both))?.gates).toMatchObject([{ testId, status: 'failed' }])
    })

    test('is nothing where the test that reads it passes without it, too', async () => {
      const db = current()
      const { storeId, testId, input } = await written(db, '.')
      await passed(db, storeId, testId)
      await asked(db, input)
      expect((await checkOf(db, input))?.gates).toMatchObject([{ status: 'passed' }])
    })

    test('is not known of a test that never read its memory: then nothing is computed', async () => {
      const db = current()
      const { storeId, model, input } = await written(db, 'on Fridays')
      // Were it computed, it would say that nothing can be taken out of an archived store.
      await archiveStore(db, { storeId, cause: PERSON })
      expect(await hunkEffect(db, input)).toMatchObject({ paths: ['/deploy.md'], check: null })
      await expect(askHunkEffect(db, { ...input, shown: '' })).rejects.toMatchObject({
        problem: { kind: 'plan_changed' },
      })
      expect(server.requests(model)).toEqual([])
    })

    test('is asked of nothing in an archived store, from which nothing can be taken out', async () => {
      const db = current()
      const { storeId, testId, input } = await written(db, 'on Fridays')
      await passed(db, storeId, testId)
      await archiveStore(db, { storeId, cause: PERSON })
      expect(await hunkEffect(db, input)).toBe('archived')
    })

    test('is computed without writing anything, also where tests read its memory', async () => {
      const db = current()
      const { storeId, testId, input } = await written(db, 'on Fridays')
      await passed(db, storeId, testId)
      const on = Object.create(db) as Database
      const write = () => Promise.reject(new Error('it was not to write'))
      Object.defineProperty(on, 'write', { value: write })
      expect((await checkOf(on, input))?.gates).toMatchObject([{ testId }])
    })

    test('is nothing while its memory is in quarantine: agents are not served it', async () => {
      const db = current()
      const { storeId, testId, memoryId, input } = await written(db, '.')
      await passed(db, storeId, testId)
      await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
      expect(await hunkEffect(db, input)).toBe('quarantined')
    })

    test('is not asked of another store than the one that the price was of', async () => {
      const db = current()
      const { storeId, testId, model, input } = await written(db, 'on Fridays')
      await passed(db, storeId, testId)
      const shown = (await checkOf(db, input))?.state ?? ''
      const before = server.requests(model).length
      await createMemory(db, { storeId, path: '/more.md', content: 'more\n', cause: PERSON })
      await expect(askHunkEffect(db, { ...input, shown })).rejects.toMatchObject({
        problem: { kind: 'plan_changed' },
      })
      expect(server.requests(model).length).toBe(before)
    })

    test('leaves no text of an answer: nothing wrote what it was about', async () => {
      const db = current()
      const { storeId, testId, input } = await written(db, '.')
      await passed(db, storeId, testId)
      await asked(db, input)
      const kept = await db.read.all<{ answer: string }>(
        `SELECT p.answer FROM memory_test_samples p JOIN memory_test_runs r ON r.key = p.run_key
         WHERE r.gate_state IS NOT NULL`,
      )
      expect(kept.length).toBeGreaterThan(0)
      expect(JSON.stringify(kept)).not.toMatch(/Fridays|know/)
    })

    test('is asked of nothing once others changed the same lines, or of a hunk that is none', async () => {
      const db = current()
      const { storeId, testId, input } = await written(db, 'on Fridays')
      await passed(db, storeId, testId)
      const later = AFTER.replace('on Fridays', 'on Mondays')
      await putMemory(db, { storeId, path: '/deploy.md', content: later, cause: PERSON })
      expect(await hunkEffect(db, input)).toBe('gone')
      expect(await hunkEffect(db, { ...input, hunkIds: ['mem_1.1.lines.0.0.0.1'] })).toBe('gone')
    })
  })
})
