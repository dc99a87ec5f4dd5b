import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { TABLES } from '@/lib/db/tables'
import { updateMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { flushReads } from '@/lib/store/reads/reads'
import { purgeDeletedStores } from '@/lib/store/stores/change-stores'
import { type AnswersBySent, answeredTurn, modelThat } from '@/tests/support/answered-turns'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { create, memory, say as words, view } from '@/tests/support/scripted-model-server'
import { eventsOf, say } from '@/tests/support/sessions'
import { getReplay } from './get-replay'
import { replaysFinished } from './run-replays'
import { estimateReplay, type ReplayRequest, startReplay } from './start-replay'

const server = modelServer()

const byLine = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')
const FILES = { '/deploy.md': '# Deploying\nDeploys go out on Fridays.\n', '/team.md': 'Mia.\n' }

function answered(db: Database, answers: AnswersBySent = byLine) {
  return answeredTurn(db, modelThat(server, answers), FILES)
}

async function replayed(db: Database, request: ReplayRequest) {
  const id = await startReplay(db, { ...request, by: LOCAL_USER_ACTOR })
  await replaysFinished()
  const replay = await getReplay(db, id)
  if (!replay) throw new Error('the replay is gone')
  return replay
}

let writers = 0

const remove = (path: string) => memory({ command: 'delete', path })

/** The notes that tell other processes of the session's new state, so that its pages follow the replay. */
const TOLD = 'changed_rows'

/** A hash of each table, but those of replays. */
async function everyTable(db: Database): Promise<Record<string, string>> {
  await flushReads(db)
  const hashes: Record<string, string> = {}
  for (const { name, primaryKey } of TABLES) {
    if (name === 'replays' || name === 'replay_samples') continue
    const ofStores = name === TOLD ? 'WHERE kind = 0' : ''
    const rows = await db.read.all(
      `SELECT * FROM ${name} ${ofStores} ORDER BY ${primaryKey.join(', ')}`,
    )
    const json = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    hashes[name] = createHash('sha256').update(json).digest('hex')
  }
  return hashes
}

async function changed(db: Database, storeId: string, path: string, content: string) {
  const { id: memoryId } = await getMemory(db, { storeId, path })
  const cause = { actor: LOCAL_USER_ACTOR }
  await updateMemory(db, { storeId, memoryId, content, cause })
}

onBothDatabases((current) => {
  describe('a turn asked again', () => {
    test('is answered as often as was asked, by each of the checks', async () => {
      const db = current()
      const turn = await answered(db)
      const replay = await replayed(db, {
        ...turn,
        samples: 3,
        checks: [
          { type: 'contains', text: 'fridays' },
          { type: 'lacks', text: 'Mondays' },
          { type: 'matches', pattern: '^On \\w+days\\.$' },
          { type: 'calls', name: 'memory', inputPattern: '"path":"/memories/deploy' },
          { type: 'calls', name: 'memory', inputPattern: '"command":"create"' },
          { type: 'person' },
        ],
      })
      expect(replay.state).toBe('completed')
      expect(replay.samples.map(({ texts }) => texts)).toEqual(Array(3).fill(['On Fridays.']))
      expect(replay.samples[0]?.checks).toEqual([true, true, true, true, false, null])
      expect(replay.usage.requests).toBe(9)
    })

    test('a hundred times, with writes and something hidden, changes no table but the replays’ own', async () => {
      const db = current()
      const model = `writes-${++writers}`
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        if (!sent.includes('tool_result')) return { parts: [view('/memories/deploy.md')] }
        if (!sent.includes('created successfully')) {
          return {
            parts: [create(`/memories/new-${++writers}.md`, 'x\n'), remove('/memories/deploy.md')],
          }
        }
        return { parts: [words('Noted.')] }
      })
      const turn = await answeredTurn(db, model, FILES)
      const before = await everyTable(db)
      const hide = [{ storeId: turn.storeId, path: '/team.md' }]
      const replay = await replayed(db, { ...turn, variant: { hide }, samples: 100, checks: [] })
      expect(replay).toMatchObject({ state: 'completed' })
      expect(replay.samples).toHaveLength(100)
      expect(replay.samples.every(({ changes }) => changes.length === 2)).toBe(true)
      expect(await everyTable(db)).toEqual(before)
    })

    test('is marked with where the agent itself repeats what is hidden', async () => {
      const db = current()
      const first = await answered(db, () => 'Your notes say: Deploys go out on Fridays.')
      await say(db, first.sessionId, 'And again?')
      const events = await eventsOf(db, first.sessionId)
      const again = events.findLast(({ type }) => type === 'agent.message')
      const hide = [{ storeId: first.storeId, path: '/deploy.md' }]
      const request = { ...first, eventId: again?.id ?? '', variant: { hide } }
      const { repeatedEarlier } = await replayed(db, { ...request, samples: 1, checks: [] })
      expect(repeatedEarlier).toEqual({
        eventIds: [first.eventId],
        firstRead: events.find(({ type }) => type === 'user.message')?.id,
      })
    })

    test('is answered without a memory that is hidden by its path, or lines of it', async () => {
      const db = current()
      const turn = await answered(db)
      const { storeId } = turn
      const askedWithout = async (hidden: object) => {
        const hide = [{ storeId, path: '/deploy.md', ...hidden }]
        const { samples } = await replayed(db, {
          ...turn,
          variant: { hide },
          samples: 1,
          checks: [],
        })
        return samples[0]?.texts
      }
      expect(await askedWithout({})).toEqual(['I do not know.'])
      expect(await askedWithout({ lines: [2, 2] })).toEqual(['I do not know.'])
      expect(await askedWithout({ lines: [1, 1] })).toEqual(['On Fridays.'])
    })

    test('is answered as the stores stood at another moment', async () => {
      const db = current()
      const turn = await answered(db)
      await changed(db, turn.storeId, '/deploy.md', '# Deploying\nDeploys go out on Mondays.\n')
      const askedAt = async (sequence: number) => {
        const variant = { at: { sequence } }
        const { samples } = await replayed(db, { ...turn, variant, samples: 1, checks: [] })
        return samples[0]?.texts
      }
      expect(await askedAt(2)).toEqual(['On Fridays.'])
      expect(await askedAt(3)).toEqual(['I do not know.'])
    })

    test('is answered by another model', async () => {
      const db = current()
      const turn = await answered(db)
      const model = modelThat(server, () => 'Never.')
      const { samples } = await replayed(db, {
        ...turn,
        variant: { model },
        samples: 1,
        checks: [],
      })
      expect(samples[0]?.texts).toEqual(['Never.'])
    })

    test('is judged by a model that sees nothing but the answer', async () => {
      const db = current()
      const turn = await answered(db)
      const judge = `${turn.model}-judge`
      server.rule(judge, ({ messages }) => {
        const sent = JSON.stringify(messages)
        return { parts: [words(sent.includes('On Fridays') ? 'Yes.' : 'no')] }
      })
      const question = 'Does it name a day of the week?'
      const checks = [{ type: 'judged', question, model: judge }]
      const { samples, usage } = await replayed(db, { ...turn, samples: 2, checks })
      expect(samples.map((sample) => sample.checks)).toEqual([[true], [true]])
      const asked = server.requests(judge)
      expect(asked).toHaveLength(2)
      expect(asked[0]).toMatchObject({ temperature: 0 })
      expect(JSON.stringify(asked[0]?.messages)).not.toContain('When do we deploy')
      expect(usage.requests).toBe(8)
    })

    test('tells its price before anything is asked', async () => {
      const db = current()
      const turn = await answered(db)
      const asked = server.requests(turn.model).length
      const estimate = await estimateReplay(db, { ...turn, samples: 4, checks: [] })
      expect(estimate).toMatchObject({ requests: 12, budget: { maxRequests: 36 } })
      expect(server.requests(turn.model)).toHaveLength(asked)
    })

    test('ends with the answers that its budget allowed', async () => {
      const db = current()
      const turn = await answered(db)
      const budget = { maxRequests: 6 }
      const replay = await replayed(db, { ...turn, samples: 5, checks: [], budget })
      expect(replay.state).toBe('budget_reached')
      expect(replay.samples).toHaveLength(2)
      expect(replay.usage.requests).toBeLessThanOrEqual(6)
    })

    test('ends without an answer where the budget allows none', async () => {
      const db = current()
      const turn = await answered(db)
      // There is nothing to read by then: this model looks for it until it may no more.
      const variant = { at: { sequence: 0 } }
      const replay = await replayed(db, { ...turn, variant, samples: 2, checks: [] })
      expect(replay).toMatchObject({ state: 'budget_reached', samples: [] })
    })

    test('ends with a refusal once its store is deleted, and goes with the store', async () => {
      const db = current()
      let answer = () => {}
      const until = new Promise<void>((resolve) => {
        answer = resolve
      })
      let isHeld = false
      const turn = await answered(db, (sent) =>
        isHeld ? { text: byLine(sent), until } : byLine(sent),
      )
      const other = await answered(db)
      const kept = await replayed(db, { ...other, samples: 1, checks: [] })
      isHeld = true
      const asked = { ...turn, samples: 2, checks: [], by: LOCAL_USER_ACTOR }
      const before = server.requests(turn.model).length
      const id = await startReplay(db, asked)
      // Both are at their last request, which is held.
      await expect.poll(() => server.requests(turn.model).length).toBe(before + 6)
      // As a deletion leaves it until its rows are gone.
      await db.write(async (tx) => {
        await tx.run('UPDATE memory_stores SET deleted_at = 1 WHERE id = ?', [turn.storeId])
      })
      answer()
      await replaysFinished()
      const ended = await getReplay(db, id)
      expect(ended).toMatchObject({ state: 'failed', error: 'store_gone', samples: [] })
      await expect(startReplay(db, asked)).rejects.toMatchObject({
        problem: { kind: 'store_gone' },
      })
      await purgeDeletedStores(db)
      expect(await getReplay(db, id)).toBeNull()
      expect(await getReplay(db, kept.id)).toMatchObject({ state: 'completed' })
    })

    test.each([
      [{ checks: [{ type: 'matches', pattern: '(' }] }, 'check_invalid'],
      [{ checks: [{ type: 'matches', pattern: '(?=a)' }] }, 'check_invalid'],
      [{ variant: { hide: [{ storeId: 'memstore_x', path: '/none.md' }] } }, 'nothing_to_hide'],
      [{ budget: { maxRequests: 2 } }, 'budget_too_small'],
    ])('refuses %o', async (wrong, kind) => {
      const db = current()
      const turn = await answered(db)
      const request = { ...turn, samples: 1, checks: [], ...wrong, by: LOCAL_USER_ACTOR }
      await expect(startReplay(db, request)).rejects.toMatchObject({ problem: { kind } })
    })
  })
})
