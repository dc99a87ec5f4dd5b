import { describe, expect, test } from 'vitest'
import { deleteSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { startTestRun } from '@/lib/memory-tests/start-run'
import { replaysFinished } from '@/lib/replay/run-replays'
import { startCause } from '@/lib/replay/start-cause'
import { removeMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listMemories } from '@/lib/store/memories/read-memories'
import { recordRead } from '@/lib/store/reads/reads'
import { deleteStore, purgeDeletedStores } from '@/lib/store/stores/change-stores'
import { answeredTurn, modelThat } from '@/tests/support/answered-turns'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { memory as call, say as words, view } from '@/tests/support/scripted-model-server'
import { say, sessionWith } from '@/tests/support/sessions'
import { costlyMemories } from './costly-memories'
import { storeCost } from './store-cost'

const server = modelServer()
const by = LOCAL_USER_ACTOR
const cause = { actor: LOCAL_USER_ACTOR }
const DAY = 86_400_000
let names = 0

/** A model that reads these paths in its first answer, and says something in each later one. */
function modelReading(...paths: string[]): string {
  const model = `reads-${++names}`
  server.rule(model, ({ messages }) => {
    const hasRead = JSON.stringify(messages).includes('tool_result')
    return { parts: hasRead ? [words('I see.')] : paths.map((path) => view(`/memories${path}`)) }
  })
  return model
}

/** Tokens, estimated, of the results of calls in the last request that a model received. */
function resultsSent(model: string): number[] {
  const messages = server.requests(model).at(-1)?.messages ?? []
  return messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? content.flatMap((block) =>
          block.type === 'tool_result' && typeof block.content === 'string'
            ? [estimatedTokens(block.content)]
            : [],
        )
      : [],
  )
}

async function costOf(
  db: Database,
  storeId: string,
  more: { since?: number; limit?: number } = {},
) {
  const now = Date.now()
  const cost = await storeCost(db, { storeId, since: now - 30 * DAY, now, limit: 10, ...more })
  if (!cost) throw new Error('the store is gone')
  return cost
}

/** So many sessions of a store, in each of which a model reads these paths. */
async function sessionsReading(db: Database, storeId: string, count: number, ...paths: string[]) {
  const model = modelReading(...paths)
  for (let made = 0; made < count; made++) {
    const { id } = await createSession(db, {
      settings: { model },
      stores: [{ storeId, access: 'read_write' }],
      openedBy: by,
    })
    await say(db, id, 'Hi')
  }
}

async function memoryAt(db: Database, storeId: string, path: string): Promise<string> {
  const { entries } = await listMemories(db, { storeId, directory: '', depth: 'all', limit: 100 })
  const found = entries.find((entry) => entry.type === 'memory' && entry.memory.path === path)
  return found?.type === 'memory' ? found.memory.id : ''
}

const counted = async (db: Database) =>
  (await db.read.get<{ n: number }>('SELECT count(*) AS n FROM memory_costs'))?.n

onBothDatabases((current) => {
  describe('what a store’s memory costs', () => {
    test('is what it put into requests: fresh once, then again in each later one', async () => {
      const db = current()
      const model = modelReading('/a.md', '/b.md')
      const files = { '/a.md': 'Much of a.\n'.repeat(50), '/b.md': 'b\n', '/unread.md': 'c\n' }
      const { sessionId, storeId } = await sessionWith(db, model, files)
      await say(db, sessionId, 'Hi')
      await say(db, sessionId, 'And?')
      const [a = 0, b = 0] = resultsSent(model)
      const cost = await costOf(db, storeId)
      expect(cost).toMatchObject({ sessions: 1, countedSince: expect.any(Number) as number })
      expect(cost.idle).toMatchObject({ count: 2, tokens: 2 * (a + b) })
      expect(cost.idle.memories).toMatchObject([
        { path: '/a.md', freshTokens: a, againTokens: a, sessions: 1 },
        { path: '/b.md', freshTokens: b, againTokens: b, sessions: 1 },
      ])
      // The listing before the first message stands in all three requests.
      expect(cost.listedTokens).toBeGreaterThan(0)
      const listed = cost.listedTokens / 3
      expect(cost.ofStart).toBe(a + b + listed)
      expect(cost.ofTurn).toBe(Math.round((2 * (a + b) + 3 * listed) / 2))
      expect(cost.freshTokens + cost.againTokens).toBe(2 * (a + b) + 3 * listed)
      expect(cost.ofDay).toBe(cost.freshTokens + cost.againTokens)
    })

    test('follows a memory that was renamed after it was read, and drops one that was deleted', async () => {
      const db = current()
      const model = `renames-${++names}`
      server.script(model, [
        { parts: [view('/memories/a.md'), view('/memories/b.md')] },
        {
          parts: [
            call({ command: 'rename', old_path: '/memories/a.md', new_path: '/memories/c.md' }),
          ],
        },
        { parts: [words('Renamed.')] },
      ])
      const { sessionId, storeId } = await sessionWith(db, model, {
        '/a.md': 'a\n',
        '/b.md': 'b\n',
      })
      await say(db, sessionId, 'Hi')
      const [a = 0] = resultsSent(model)
      await removeMemory(db, { storeId, memoryId: await memoryAt(db, storeId, '/b.md'), cause })
      const { idle } = await costOf(db, storeId)
      expect(idle.count).toBe(1)
      expect(idle.memories).toMatchObject([{ path: '/c.md', freshTokens: a, againTokens: a }])
    })

    test('is of the period alone, from a quarter of a day on, and shows the costliest of each group beside all', async () => {
      const db = current()
      const model = modelReading('/a.md', '/b.md')
      const files = { '/a.md': 'Much of a.\n'.repeat(50), '/b.md': 'b\n' }
      const { sessionId, storeId } = await sessionWith(db, model, files)
      await say(db, sessionId, 'Hi')
      const { idle } = await costOf(db, storeId, { limit: 1 })
      expect(idle).toMatchObject({ count: 2, memories: [{ path: '/a.md' }] })
      const since = Date.now() + DAY / 4
      const later = await costOf(db, storeId, { since })
      expect(later.since).toBe(since - (since % (DAY / 4)))
      expect(later).toMatchObject({ sessions: 0, ofStart: null, ofTurn: null, idle: { count: 0 } })
    })

    test('goes with its session, and with its store', async () => {
      const db = current()
      const before = await counted(db)
      const model = modelReading('/a.md')
      const { sessionId, storeId } = await sessionWith(db, model, { '/a.md': 'a\n' })
      await say(db, sessionId, 'Hi')
      await sessionsReading(db, storeId, 1, '/a.md')
      await deleteSession(db, sessionId)
      expect((await costOf(db, storeId)).sessions).toBe(1)
      await deleteStore(db, { storeId, cause })
      await purgeDeletedStores(db)
      expect(await counted(db)).toBe(before)
    })

    test('counts no answer that was only asked for again, and names what it was found to cause', async () => {
      const db = current()
      const byLine = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'No idea.')
      const files = { '/deploy.md': 'Deploys go out on Fridays.\n', '/other.md': 'Nothing.\n' }
      const turn = await answeredTurn(db, modelThat(server, byLine), files)
      const before = await costOf(db, turn.storeId)
      expect(before).toMatchObject({ lookedAt: { answers: 0, tests: 0 }, used: { count: 0 } })
      await startCause(db, { ...turn, check: { type: 'contains', text: 'on fridays' }, by })
      await replaysFinished()
      const after = await costOf(db, turn.storeId)
      expect(after.freshTokens + after.againTokens).toBe(before.freshTokens + before.againTokens)
      expect(after.lookedAt).toEqual({ answers: 1, tests: 0 })
      expect(after.used.memories).toMatchObject([
        { path: '/deploy.md', effect: { answers: 1, tests: 0 } },
      ])
      expect(after.idle.memories).toMatchObject([
        { path: '/other.md', effect: { answers: 0, tests: 0 } },
      ])
      expect(after.idle.tokens + after.used.tokens).toBe(before.idle.tokens)
    })

    test('names the tests that read a memory when they passed, without counting their requests', async () => {
      const db = current()
      const model = modelReading('/a.md')
      const { sessionId, storeId } = await sessionWith(db, model, {
        '/a.md': 'a\n',
        '/b.md': 'b\n',
      })
      await say(db, sessionId, 'Hi')
      await tested(db, storeId, model)
      const cost = await costOf(db, storeId)
      expect(cost.lookedAt).toEqual({ answers: 0, tests: 1 })
      expect(cost).toMatchObject({ sessions: 1, idle: { count: 0 } })
      expect(cost.used.memories).toMatchObject([{ path: '/a.md', effect: { tests: 1 } }])
    })

    test('is estimated by sizes for sessions that are only observed', async () => {
      const db = current()
      const { storeId } = await sessionWith(db, 'none', { '/a.md': 'Four words are here.' })
      const memoryId = await memoryAt(db, storeId, '/a.md')
      for (const name of ['one', 'two']) {
        const sessionId = `sesn_${storeId}_${name}`
        await db.write((tx) =>
          tx.run(
            `INSERT INTO observed_sessions (id, outer_id, client, first_at, last_at)
             VALUES (?, ?, 'claude_code', 1, 1)`,
            [sessionId, sessionId],
          ),
        )
        recordRead(db, { memoryId, sequence: 1, cause: { actor: by, sessionId } })
        recordRead(db, { memoryId, sequence: 1, cause: { actor: by, sessionId } })
      }
      recordRead(db, { memoryId, sequence: 1, cause: { actor: by, sessionId: 'sesn_of_nobody' } })
      expect(await costOf(db, storeId)).toMatchObject({
        sessions: 0,
        observed: {
          ...{ sessions: 2, count: 1, tokens: 10 },
          memories: [{ path: '/a.md', freshTokens: 10, againTokens: 0, sessions: 2 }],
        },
      })
    })

    test('is told with since when it is counted, also where nothing was counted yet', async () => {
      const db = current()
      const { storeId } = await sessionWith(db, 'none', { '/a.md': 'a\n' })
      const { sessions, countedSince } = await costOf(db, storeId)
      expect(sessions).toBe(0)
      expect(countedSince).toBeGreaterThan(Date.now() - DAY)
      expect(countedSince).toBeLessThanOrEqual(Date.now())
      const later = await costOf(db, storeId, { since: Date.now() + DAY / 4 })
      expect(later.countedSince).toBeNull()
    })

    test('is nothing of a store that is not there', async () => {
      const asked = { storeId: 'memstore_none', since: 0, now: 1, limit: 1 }
      expect(await storeCost(current(), asked)).toBeNull()
    })
  })

  describe('memories that are worth tidying for what they cost', () => {
    const LARGE = 'Nothing that anybody needs to know.\n'.repeat(150)

    test('are the costliest that no passing test read, once there are enough sessions', async () => {
      const db = current()
      const files = { '/a.md': 'a\n', '/large.md': LARGE }
      const { storeId } = await sessionWith(db, 'none', files)
      const costly = () => costlyMemories(db, { storeIds: [storeId], limit: 3, now: Date.now() })
      await sessionsReading(db, storeId, 5, '/a.md', '/large.md')
      expect(await costly()).toEqual([])
      await tested(db, storeId, modelReading('/a.md'))
      const { idle } = await costOf(db, storeId)
      expect(await costly()).toEqual([
        {
          ...{ kind: 'costly', storeId, path: '/large.md', tests: 1 },
          memoryId: await memoryAt(db, storeId, '/large.md'),
          tokens: Math.round(idle.tokens / 5),
        },
      ])
      await tested(db, storeId, modelReading('/large.md'))
      expect(await costly()).toEqual([])
    })

    test('are none while fewer than five sessions tell', async () => {
      const db = current()
      const files = { '/a.md': 'a\n', '/large.md': LARGE }
      const { storeId } = await sessionWith(db, 'none', files)
      await sessionsReading(db, storeId, 4, '/large.md')
      await tested(db, storeId, modelReading('/a.md'))
      expect(await costlyMemories(db, { storeIds: [storeId], limit: 3, now: Date.now() })).toEqual(
        [],
      )
    })
  })
})

/** Runs a test of a store that passes. */
async function tested(db: Database, storeId: string, model: string): Promise<void> {
  const test = { name: 'Sees', messages: ['Hi'], model }
  const checks = [{ type: 'contains' as const, text: 'i see' }]
  const { id: testId } = await createTest(db, { storeId, test: { ...test, checks }, by })
  await startTestRun(db, { storeId, testId, startedFor: 'person', by })
  await testRunsFinished()
}
