import { database, db, write } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { continueSession } from '@/lib/sessions/change-session'
import { textOf } from '@/lib/sessions/event'
import { eventsAfter } from '@/lib/sessions/log'
import { recoverSessions } from '@/lib/sessions/recover'
import { sendEvents } from '@/lib/sessions/send'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect, test } from '@/tests/support/fixtures'
import {
  type Going,
  killedInEveryStep,
  leasesRunOut,
  runsFound,
  start,
} from '@/tests/support/killed'
import { confirms } from '@/tests/support/messages'
import {
  create,
  DONE,
  gate,
  memory,
  modelName,
  say as words,
  type ScriptedStep,
  view,
} from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { of, problemsOf } from '@/tests/support/talk'
import { opened, reasonOf, saying } from '@/tests/support/turns'
import { textsOf } from '@/tests/support/written'

/** Servers that are killed in the middle of a run, and two of them on one session. */

const server = modelServer()
const ENTRY = 'tests/durability/conversing-process.ts'
const LONG = 'This is long enough to come in a good many pieces of the stream.'

async function goOn(sessionId: string): Promise<void> {
  await continueSession(sessionId)
  await allDone()
}

test('no call is carried out twice and none is lost, whatever step a server is killed before', async () => {
  const model = modelName()
  const replaced = { path: '/memories/a.md', old_str: 'one', new_str: 'two' }
  const answers: ScriptedStep[] = [
    { parts: [create('/memories/a.md', 'one\n'), view(), create('/memories/b.md', 'b\n')] },
    { parts: [memory({ command: 'str_replace', ...replaced })] },
    DONE,
  ]
  // It answers by what it is sent, however often that is.
  server.rule(model, ({ messages }) => answers[(messages.length - 1) / 2] as ScriptedStep)
  const kills = await killedInEveryStep({
    every: { sqlite: 5, postgresql: 15 },
    prepare: async () => {
      const ground = await opened(model)
      return {
        ...ground,
        program: { entry: ENTRY, args: [database().url, ground.sessionId, 'Go'] },
      }
    },
    check: async ({ sessionId, storeId }) => {
      await runsFound()
      if ((await reasonOf(sessionId))?.type === 'retries_exhausted') await goOn(sessionId)
      const events = await eventsAfter(sessionId, 0)
      // It was killed before anything was said.
      if (events.length === 0) return
      expect(await reasonOf(sessionId)).toEqual({ type: 'end_turn' })
      expect(await textsOf(storeId)).toEqual({ '/a.md': 'two\n', '/b.md': 'b\n' })
      expect(await db.version.count({ where: { storeId } })).toBe(3)
      expect(of(events, 'user.message')).toHaveLength(1)
      const calls = of(events, 'agent.tool_use')
      const results = of(events, 'agent.tool_result')
      expect(results.map((event) => event.tool_use_id)).toEqual(calls.map(({ id }) => id))
      expect(results.flatMap((event) => event.memory_versions)).toHaveLength(3)
      expect(await problemsOf(sessionId)).toEqual([])
    },
  })
  expect(kills).toBeGreaterThan(3)
}, 120_000)

describe('a server that is killed', () => {
  /** Runs it elsewhere until the model was asked so often, then kills it. */
  async function killedWhen(url: string, sessionId: string, model: string, times: number) {
    const going = await start({ entry: ENTRY, args: [url, sessionId, 'Go'] })
    await server.asked(model, times)
    await killed(going)
    await leasesRunOut()
  }

  async function killed(going: Going): Promise<void> {
    going.kill('SIGKILL')
    await going.ended
  }

  test('in the middle of an answer has it made again', async ({ db: { url } }) => {
    const held = { parts: [words(LONG)], holdAfter: 4, until: gate().opened }
    const model = server.scripted(held, DONE)
    const { sessionId } = await opened(model)
    await killedWhen(url, sessionId, model, 1)
    await runsFound()
    const events = await eventsAfter(sessionId, 0)
    expect(of(events, 'session.error')).toMatchObject([{ error: { kind: 'restarted' } }])
    expect(await reasonOf(sessionId)).toEqual({ type: 'retries_exhausted' })
    await goOn(sessionId)
    const said = of(await eventsAfter(sessionId, 0), 'agent.message').map(textOf)
    expect(said).toEqual(['Done.'])
    expect(server.requests(model).at(-1)?.messages).toHaveLength(1)
  })

  test('before the clock was set back by an hour is found', async ({ db: { url } }) => {
    const model = server.scripted({ silent: true })
    const { sessionId: id } = await opened(model)
    await killedWhen(url, id, model, 1)
    const updatedAt = new Date(Date.now() + 3_600_000)
    await write((tx) => tx.session.update({ where: { id }, data: { updatedAt } }))
    await recoverSessions(new Date(Date.now() - 2_000))
    expect(await reasonOf(id)).toEqual({ type: 'retries_exhausted' })
  })

  test('in the middle of a summary leaves the conversation as it was', async ({ db: { url } }) => {
    const full: ScriptedStep = { parts: [words('Full.')], usage: { input_tokens: 950 } }
    const held = { parts: [words(LONG)], holdAfter: 2, until: gate().opened }
    const model = server.scripted(full, held, DONE)
    const { sessionId } = await opened(model, { context: { window: 1_000 } })
    await saying(sessionId, 'First')
    await killedWhen(url, sessionId, model, 2)
    await runsFound()
    const events = await eventsAfter(sessionId, 0)
    expect(of(events, 'context.compaction_failed')).toMatchObject([{ reason: 'restarted' }])
    await goOn(sessionId)
    const sent = JSON.stringify(server.requests(model).at(-1)?.messages)
    for (const text of ['First', 'Full.', 'Go']) expect(sent).toContain(text)
  })

  test('and is not found yet: whatever a person says goes on', async ({ db: { url } }) => {
    const full: ScriptedStep = { parts: [words('Full.')], usage: { input_tokens: 950 } }
    const held = { parts: [words(LONG)], holdAfter: 2, until: gate().opened }
    const model = server.scripted(full, held, DONE, DONE)
    const { sessionId } = await opened(model, { context: { window: 1_000 } })
    await saying(sessionId, 'First')
    await killedWhen(url, sessionId, model, 2)
    const events = await saying(sessionId, 'And?')
    expect(of(events, 'context.compaction_failed')).toMatchObject([{ reason: 'restarted' }])
    expect(of(events, 'agent.message').map(textOf)).toEqual(['Full.', 'Done.', 'Done.'])
  })

  test('and is not found yet: an interrupt ends what it did', async ({ db: { url } }) => {
    const model = server.scripted({ silent: true })
    const { sessionId } = await opened(model)
    await killedWhen(url, sessionId, model, 1)
    await sendEvents(sessionId, [{ type: 'user.interrupt' }], BY_PERSON)
    expect(await reasonOf(sessionId)).toEqual({ type: 'end_turn', detail: 'interrupted' })
  })

  test('while a person is waited for changes nothing', async ({ db: { url } }) => {
    const model = server.scripted({ parts: [create('/memories/a.md', 'x')] }, DONE)
    const { sessionId, storeId } = await opened(model, { approval: 'always_ask' })
    const going = await start({ entry: ENTRY, args: [url, sessionId, 'Go'] })
    await going.begun
    await killed(going)
    await runsFound()
    const [call] = of(await eventsAfter(sessionId, 0), 'agent.tool_use')
    const waiting = { type: 'requires_action', event_ids: [call?.id] }
    expect(await reasonOf(sessionId)).toEqual(waiting)
    await sendEvents(sessionId, [confirms({ id: call?.id ?? '' }, 'allow')], BY_PERSON)
    await allDone()
    expect(await textsOf(storeId)).toEqual({ '/a.md': 'x' })
  })
})
