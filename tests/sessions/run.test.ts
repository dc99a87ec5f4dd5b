import { db } from '@/lib/db'
import { deleteStore } from '@/lib/store/change-stores'
import { type SessionEvent, textOf } from '@/lib/sessions/event'
import { recoverSessions } from '@/lib/sessions/recover'
import { openSession } from '@/lib/sessions/send'
import type { SettingsInput } from '@/lib/sessions/settings'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect } from '@/tests/support/fixtures'
import {
  call,
  create,
  DONE,
  gate,
  memory,
  say as words,
  type ScriptedStep,
  view,
} from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { message } from '@/tests/support/messages'
import { of, test } from '@/tests/support/talk'
import { textsOf } from '@/tests/support/written'

/** Sessions by the official SDK: what a person sends, what comes of it, and what goes wrong. */

const server = modelServer()

const LONG = 'This is long enough to come in a good many pieces of the stream.'
const stopInterrupted = { type: 'end_turn', detail: 'interrupted' }
const interrupt = { type: 'user.interrupt' }

/** Milliseconds from an interrupt to the last event. */
const lasting = (events: readonly SessionEvent[]) =>
  Date.parse(events.at(-1)?.processed_at ?? '') -
  Date.parse(of(events, 'user.interrupt')[0]?.processed_at ?? '')

describe('a run', () => {
  test('answers a message, with its calls where they happened', async ({ talk, store }) => {
    const model = server.scripted(
      { parts: [words('I look.'), view()] },
      { parts: [create('/memories/a.md', 'one\n')] },
      DONE,
    )
    const { say } = await talk(model)
    expect((await say('Note it')).map(({ type }) => type)).toEqual([
      'session.status_running',
      'user.message',
      'span.model_request_start',
      'agent.message',
      'agent.tool_use',
      'span.model_request_end',
      'agent.tool_result',
      'span.model_request_start',
      'agent.tool_use',
      'span.model_request_end',
      'agent.tool_result',
      'span.model_request_start',
      'agent.message',
      'span.model_request_end',
      'session.status_idle',
    ])
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'one\n' })
  })

  test('writes as the session, by the call that did it', async ({ talk, store }) => {
    const model = server.scripted({ parts: [create('/memories/a', 'x')] }, DONE)
    const { id, say } = await talk(model)
    const events = await say('Go')
    const version = await db.version.findFirst({ where: { storeId: store.id } })
    const toolUseId = of(events, 'agent.tool_use')[0]?.id
    expect(version).toMatchObject({ actorType: 'session', actorId: id, sessionId: id, toolUseId })
    const written = { memory_store_id: store.id, memory_version_id: version?.id }
    expect(of(events, 'agent.tool_result')[0]?.memory_versions).toEqual([written])
  })

  test('carries calls out in the model’s order, and answers all at once', async ({ talk }) => {
    const replaced = { path: '/memories/a.md', old_str: 'one', new_str: 'two' }
    const model = server.scripted(
      {
        parts: [
          create('/memories/a.md', 'one\n'),
          memory({ command: 'str_replace', ...replaced }),
          view('/memories/a.md'),
        ],
      },
      DONE,
    )
    const results = of(await (await talk(model)).say('Go'), 'agent.tool_result')
    expect(results.map(({ is_error }) => is_error)).toEqual([false, false, false])
    expect(JSON.stringify(results[2])).toContain('1\\ttwo')
    expect(server.requests(model)[1]?.messages.at(-1)?.content).toHaveLength(3)
  })

  test('takes the messages that came meanwhile, in their order', async ({ talk }) => {
    const { opened, open } = gate()
    const model = server.scripted(
      { parts: [words('One')], holdAfter: 0, until: opened },
      { parts: [words('Two')] },
      { parts: [words('Three')] },
    )
    const { id, send, rest, sessions } = await talk(model)
    await send('1')
    await server.asked(model)
    await sessions.events.send(id, { events: [message('2'), message('3')] })
    const waiting = (await sessions.events.list(id)).data.slice(-2)
    expect(waiting).toMatchObject([{ processed_at: null }, { processed_at: null }])
    open()
    const events = await rest()
    expect(of(events, 'user.message').map(textOf)).toEqual(['1', '2', '3'])
    expect(of(events, 'agent.message').map(textOf)).toEqual(['One', 'Two', 'Three'])
    expect(server.requests(model).map(({ messages }) => messages.length)).toEqual([1, 3, 5])
  })

  test('is no killed one while its own process waits for a silent model', async ({ talk }) => {
    const { opened, open } = gate()
    const model = server.scripted({ parts: [words('Late')], holdAfter: 0, until: opened })
    const { send, rest } = await talk(model)
    await send('Go')
    await server.asked(model)
    await recoverSessions(new Date(Date.now() + 1))
    open()
    const events = await rest()
    expect(of(events, 'session.error')).toEqual([])
    expect(of(events, 'agent.message').map(textOf)).toEqual(['Late'])
  })

  test('says that an answer was cut off, and goes on when asked', async ({ talk }) => {
    const model = server.scripted(
      { parts: [words('Once upon')], stopReason: 'max_tokens' },
      { parts: [words(' a time.')] },
    )
    const { say, goOn } = await talk(model)
    const cut = { type: 'end_turn', detail: 'max_tokens' }
    expect((await say('A story')).at(-1)).toMatchObject({ stop_reason: cut })
    expect(of(await goOn(), 'agent.message').map(textOf)).toEqual([' a time.'])
  })

  test('says that a model refused, in its words', async ({ talk }) => {
    const model = server.scripted({ parts: [], stopReason: 'refusal', explanation: 'Not that.' })
    expect((await (await talk(model)).say('Go')).at(-1)).toMatchObject({
      stop_reason: { type: 'refusal' },
      stop_details: { explanation: 'Not that.' },
    })
  })
})

describe('an interrupt', () => {
  test('stops within 0.2 s, and keeps what was said', async ({ talk, listen }) => {
    const model = server.scripted({ parts: [words(LONG)], holdAfter: 4, until: gate().opened })
    const { id, by, send, rest } = await talk(model)
    const deltas = await listen(`/v1/sessions/${id}/events/stream?event_deltas[]=agent.message`, by)
    await send('Go')
    await deltas.next(({ event }) => event === 'event_delta')
    await send(interrupt)
    const events = await rest()
    expect(lasting(events)).toBeLessThan(200)
    expect(of(events, 'agent.message')).toMatchObject([{ partial: true }])
    expect(events.at(-1)).toMatchObject({ stop_reason: stopInterrupted })
  })

  test.for<[string, ScriptedStep]>([
    ['a server that says nothing', { silent: true }],
    ['one that asks for patience', busy('30')],
    ['a while before it is asked again', { parts: [words(LONG)], cutAfter: 1 }],
  ])('does not wait for %s', async ([, step], { talk }) => {
    const model = server.scripted(step)
    const { send, rest } = await talk(model)
    await send('Go')
    await server.asked(model)
    await send(interrupt)
    const events = await rest()
    expect(events.at(-1)).toMatchObject({ stop_reason: stopInterrupted })
    expect(lasting(events)).toBeLessThan(200)
  })

  test('does not wait for what a server says of its model, which is asked for anew', async ({
    talk,
  }) => {
    const model = server.scripted(DONE)
    server.know(model, { isSilent: true })
    const { send, rest, say } = await talk(model)
    const asked = server.askedAbout(model)
    await send('Go')
    await asked
    await send(interrupt)
    expect((await rest()).map(({ type }) => type)).toEqual([
      'user.interrupt',
      'session.status_idle',
    ])
    server.know(model, { window: 300_000 })
    // A question that came to its own end would not be repeated now.
    const [request] = of(await say('Again'), 'span.model_request_start')
    expect(request).toMatchObject({ context_window: 300_000 })
  })

  test('goes before what waits, which is answered then', async ({ talk }) => {
    const model = server.scripted({ silent: true }, DONE)
    const { id, send, next, sessions } = await talk(model)
    await send('Never mind')
    await server.asked(model)
    await sessions.events.send(id, { events: [message('Instead')] })
    await sessions.events.send(id, { events: [interrupt as never] })
    expect((await next('session.status_idle')).stop_reason).toEqual(stopInterrupted)
    expect(textOf(await next('agent.message'))).toBe('Done.')
  })

  test('leaves calls undone that have not begun, and says so', async ({ talk, store }) => {
    const model = server.scripted(
      { parts: [create('/memories/a.md', 'x')], stopReason: 'tool_use' },
      DONE,
    )
    const { id, send, next, sessions } = await talk(model)
    await send('Go')
    await server.asked(model)
    await sessions.events.send(id, { events: [interrupt as never] })
    await next('session.status_idle')
    const written = Object.keys(await textsOf(store.id)).length
    const { data } = await sessions.events.list(id, { types: ['agent.tool_result'] })
    // Whichever came first: nothing stands open.
    expect(data.filter((event) => 'is_error' in event && !event.is_error)).toHaveLength(written)
  })
})

describe('what a model does wrong', () => {
  test.for(['{"command": "create", nonsense', '["view"]'])(
    'is told to it: input that is no JSON object, %s',
    async (json, { talk }) => {
      const model = server.scripted({ parts: [{ ...memory({}), json }] }, DONE)
      const events = await (await talk(model)).say('Go')
      expect(of(events, 'agent.tool_use')).toMatchObject([{ input: {}, malformed_input: json }])
      expect(of(events, 'agent.tool_result')).toMatchObject([
        { is_error: true, duration_ms: null, memory_versions: [] },
      ])
      expect(events.at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
    },
  )

  test('is told to it: a tool that there is not', async ({ talk }) => {
    const model = server.scripted({ parts: [call('bash', { command: 'ls' })] }, DONE)
    const [result] = of(await (await talk(model)).say('Go'), 'agent.tool_result')
    expect(result).toMatchObject({ is_error: true })
    expect(result && textOf(result)).toBe('Error: There is no tool bash')
  })

  test('is not done: a call that was cut off', async ({ talk, store }) => {
    const json = '{"command":"create","path":"/memories/a.md","file_text":"half"}'
    const model = server.scripted(
      { parts: [{ ...memory({}), json }], stopReason: 'max_tokens' },
      DONE,
    )
    const events = await (await talk(model)).say('Go')
    expect(of(events, 'agent.tool_result')).toMatchObject([{ is_error: true, duration_ms: null }])
    expect(await textsOf(store.id)).toEqual({})
  })
})

describe('a server of models that fails', () => {
  const cut = (how: object): ScriptedStep => ({ parts: [words(LONG)], ...how })

  test.for<[string, object]>([
    ['a stream that breaks', { cutAfter: 3 }],
    ['an answer that ends in its middle', { endAfter: 3 }],
    ['one that ends before its first word', { endAfter: 1 }],
    ['an error in the middle', { failAfter: 3, type: 'overloaded_error' }],
  ])('is asked again: %s', async ([, how], { talk }) => {
    const events = await (await talk(server.scripted(cut(how), DONE))).say('Go')
    expect(of(events, 'session.error')).toMatchObject([
      { error: { kind: 'broken_stream', retry_status: { type: 'retrying' } } },
    ])
    expect(of(events, 'agent.message').map(textOf)).toEqual(['Done.'])
  })

  test('is asked three times; then what was said stays, and a person goes on', async ({ talk }) => {
    const broken = cut({ cutAfter: 4 })
    const model = server.scripted(broken, broken, broken, DONE)
    const { say, goOn } = await talk(model)
    const events = await say('Go')
    expect(events.at(-1)).toMatchObject({ stop_reason: { type: 'retries_exhausted' } })
    expect(of(events, 'agent.message')).toMatchObject([{ partial: true }])
    expect((await goOn()).at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
    expect(server.requests(model).at(-1)?.messages).toHaveLength(1)
  })

  test('is given the time that it asks for', async ({ talk }) => {
    const model = server.scripted(busy('0'), { ...busy('0'), status: 529 }, DONE)
    expect(of(await (await talk(model)).say('Go'), 'session.error')).toEqual([])
    expect(server.requests(model)).toHaveLength(3)
  })

  test('by a fault that would recur waits for a person', async ({ talk }) => {
    const refusal = { status: 403, type: 'permission_error', message: 'So it is.' }
    const { say, goOn } = await talk(server.scripted(refusal, DONE))
    const retry_status = { type: 'exhausted' }
    expect(of(await say('Go'), 'session.error')).toMatchObject([
      { error: { kind: 'permission', message: 'So it is.', retry_status } },
    ])
    expect((await goOn()).at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
  })

  test('never has its key in what is stored or told', async ({ talk }) => {
    const message = 'bad key sk-test-0123456789'
    const model = server.scripted({ status: 401, type: 'authentication_error', message }, DONE)
    const { say, row } = await talk(model)
    expect(JSON.stringify([await say('Go'), await row()])).not.toContain('sk-test-0123456789')
  })
})

function busy(seconds: string): ScriptedStep & { status: number } {
  const headers = { 'retry-after': seconds }
  return { status: 429, type: 'rate_limit_error', message: 'Slowly.', headers }
}

describe('stores', () => {
  test('that are made for a session are there with it, or not at all', async () => {
    const asked = { settings: { model: 'practice-agent' }, stores: [], newStore: 'Made for it' }
    const steep = { ...asked.settings, context: { warning_at: 99 } }
    const refused = { code: 'invalid_input' }
    const open = (text: string, settings: SettingsInput = asked.settings) =>
      openSession({ ...asked, settings }, [message(text)], BY_PERSON)
    await expect(open('Hi', steep)).rejects.toMatchObject(refused)
    await expect(open('\0')).rejects.toMatchObject(refused)
    expect(await db.store.count({ where: { name: asked.newStore } })).toBe(0)
    expect((await open('Hi')).stores).toMatchObject([{ name: asked.newStore }])
  })

  test('that are gone are no longer searched, which is said, and the session goes on', async ({
    talk,
    store,
  }) => {
    const search = call('memory_search', { query: 'pier' })
    const model = server.scripted({ parts: [search] }, DONE)
    const { say } = await talk(model, { palimpsest: { tool_set: 'documents' } })
    await deleteStore(store.id, BY_PERSON)
    const gone = expect.stringMatching(/^Error: The memory store [\w-]+ is gone$/) as string
    const events = await say('Go')
    expect(of(events, 'agent.tool_result')).toMatchObject([
      { is_error: true, content: [{ text: gone }] },
    ])
    expect(events.at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
  })
})
