import { describe, expect, test } from 'vitest'
import { continueSession } from '@/lib/agent/send-events'
import { getSession } from '@/lib/agent/get-session'
import { runsFinished } from '@/lib/agent/run-sessions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { archiveStore, deleteStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import {
  call,
  memory,
  type ModelServer,
  say as words,
  create,
  view,
} from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()

const cause = { actor: LOCAL_USER_ACTOR }
let names = 0
/** A model of its own for each test. */
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `scripted-${++names}`
  server.script(model, steps)
  return model
}

onSqlite((current) => {
  const idle = async (sessionId: string) => (await getSession(current(), sessionId)).stopReason
  const results = (sessionId: string) => eventsOfType(current(), sessionId, 'agent.tool_result')
  const errors = async (sessionId: string) =>
    (await eventsOfType(current(), sessionId, 'session.error')).map(({ error }) => error)

  describe('a run', () => {
    test('records each write with the session as its author and the call that caused it', async () => {
      const model = modelOf({ parts: [create('/memories/a.md', 'x')] }, { parts: [words('Done.')] })
      const { storeId, sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
      const { versions } = await listVersions(current(), { storeId, limit: 10 })
      expect(versions).toMatchObject([
        { createdBy: { type: 'session', id: sessionId }, sessionId, toolUseId: use?.id },
      ])
      const [result] = await results(sessionId)
      expect(result?.written).toEqual([{ storeId, versionId: versions[0]?.id }])
      expect(result?.durationMs).toEqual(expect.any(Number))
    })

    test('runs parallel calls in order, and answers all of them at once', async () => {
      const model = modelOf(
        {
          parts: [
            create('/memories/a.md', 'one\n'),
            memory({
              command: 'str_replace',
              path: '/memories/a.md',
              old_str: 'one',
              new_str: 'two',
            }),
            view('/memories/a.md'),
          ],
        },
        { parts: [words('Done.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect((await results(sessionId)).map(({ isError }) => isError)).toEqual([
        false,
        false,
        false,
      ])
      expect((await results(sessionId)).at(-1)?.content).toContain('1\ttwo')
      const answers = server.requests(model).at(-1)?.messages.at(-1)?.content
      expect(answers).toHaveLength(3)
    })

    test('counts the tokens of every request', async () => {
      const model = modelOf(
        {
          parts: [view()],
          usage: { input_tokens: 10, output_tokens: 2, cache_creation_input_tokens: 5 },
        },
        {
          parts: [words('Hi')],
          usage: { input_tokens: 4, output_tokens: 3, cache_read_input_tokens: 15 },
        },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect((await getSession(current(), sessionId)).usage).toEqual({
        inputTokens: 14,
        outputTokens: 5,
        cacheReadTokens: 15,
        cacheCreationTokens: 5,
      })
    })

    test('caches the unchanged part of a conversation', async () => {
      const model = modelOf(
        { parts: [view()] },
        { parts: [words('One')] },
        { parts: [words('Two')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      const [, second, third] = server.requests(model)
      const bare = (messages: unknown) =>
        JSON.stringify(messages).replaceAll(',"cache_control":{"type":"ephemeral"}', '')
      expect(bare(third?.messages).startsWith(bare(second?.messages).slice(0, -1))).toBe(true)
      expect(third?.system?.[0]?.cache_control).toEqual({ type: 'ephemeral' })
      const marked = third?.messages.filter((each) =>
        JSON.stringify(each).includes('cache_control'),
      )
      expect(marked).toHaveLength(2)
    })

    test('sends the whole conversation each time, and keeps nothing on the server', async () => {
      const model = modelOf({ parts: [view()] }, { parts: [words('Done.')] })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      for (const request of server.requests(model)) expect(request).not.toHaveProperty('thread')
      expect(server.requests(model).map(({ messages }) => messages.length)).toEqual([1, 3])
    })

    test('sends the native tool with its beta header, and the key of the settings', async () => {
      const model = modelOf({ parts: [words('Hi')] })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Hi')
      expect(server.requests(model)[0]?.tools).toEqual([
        { type: 'memory_20250818', name: 'memory' },
      ])
      const headers = server.lastHeaders(model)
      expect(headers['anthropic-beta']).toContain('context-management-2025-06-27')
      expect(headers.authorization ?? headers['x-api-key']).toContain('sk-test-0123456789')
    })

    test('sends the same tool with a schema to servers that do not know it', async () => {
      const model = modelOf({ parts: [words('Hi')] })
      const { sessionId } = await sessionWith(current(), model, {}, { toolSet: 'memory_custom' })
      await say(current(), sessionId, 'Hi')
      expect(server.requests(model)[0]?.tools).toMatchObject([
        { type: 'custom', name: 'memory', input_schema: { type: 'object' } },
      ])
      expect(server.lastHeaders(model)['anthropic-beta'] ?? '').not.toContain('context-management')
    })

    test('sends a model’s thinking back as signed', async () => {
      const model = modelOf(
        { parts: [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }, view()] },
        { parts: [words('Done.')] },
      )
      const { sessionId } = await sessionWith(current(), model, {}, { thinking: 'adaptive' })
      await say(current(), sessionId, 'Go')
      expect(server.requests(model)[0]?.thinking).toMatchObject({ type: 'adaptive' })
      expect(server.requests(model)[1]?.messages[1]?.content).toMatchObject([
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'tool_use' },
      ])
    })

    test('continues automatically when a model pauses its turn', async () => {
      const model = modelOf(
        { parts: [words('Part one')], stopReason: 'pause_turn' },
        { parts: [words('and two')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(server.requests(model)).toHaveLength(2)
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })

    test('says that an answer reached its maximum length, and continues when asked', async () => {
      const model = modelOf(
        { parts: [words('Once upon')], stopReason: 'max_tokens' },
        { parts: [words('a time.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'A story')
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'max_tokens' })
      await continueSession(current(), sessionId)
      await runsFinished()
      expect(
        (await eventsOfType(current(), sessionId, 'agent.message')).map(({ text }) => text),
      ).toEqual(['Once upon', 'a time.'])
    })

    test('never runs a call that was cut off', async () => {
      const model = modelOf(
        {
          parts: [{ type: 'tool_use', name: 'memory', json: '{"command":"delete","path":"/mem' }],
          stopReason: 'max_tokens',
        },
        { parts: [words('I try again.')] },
      )
      const { sessionId } = await sessionWith(current(), model, { '/a.md': 'kept' })
      await say(current(), sessionId, 'Go')
      expect(await results(sessionId)).toMatchObject([{ isError: true, durationMs: null }])
    })

    test('says that a model refused, with its explanation', async () => {
      const model = modelOf({ parts: [], stopReason: 'refusal', explanation: 'Not that.' })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(await idle(sessionId)).toEqual({ type: 'refusal', explanation: 'Not that.' })
    })

    test('ends at its request limit, and can continue', async () => {
      const model = modelOf({ parts: [view()] }, { parts: [view()] }, { parts: [words('Done.')] })
      const { sessionId } = await sessionWith(current(), model, {}, { maxRequests: 2 })
      await say(current(), sessionId, 'Go')
      expect(await idle(sessionId)).toEqual({ type: 'budget_reached', maxRequests: 2 })
      await continueSession(current(), sessionId)
      await runsFinished()
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })
  })

  describe('what goes wrong', () => {
    test('an input that is not JSON is reported to the model, which may try again', async () => {
      const model = modelOf(
        {
          parts: [
            words('I write.'),
            { type: 'tool_use', name: 'memory', json: '{"command": "create", nonsense' },
          ],
        },
        { parts: [create('/memories/a.md', 'x')] },
        { parts: [words('Done.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      const uses = await eventsOfType(current(), sessionId, 'agent.tool_use')
      expect(uses[0]).toMatchObject({ input: {}, malformedInput: '{"command": "create", nonsense' })
      expect(await results(sessionId)).toMatchObject([{ isError: true }, { isError: false }])
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })

    test('an unknown tool is reported to the model', async () => {
      const model = modelOf({ parts: [call('bash', { command: 'ls' })] }, { parts: [words('Oh.')] })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(await results(sessionId)).toMatchObject([
        { isError: true, content: 'Error: There is no tool bash' },
      ])
    })

    test.each([
      ['a broken stream', { cutAfter: 3 }],
      ['an answer that stops before its end without an error', { endAfter: 3 }],
      ['one that stops before its first word', { endAfter: 1 }],
    ])('%s is retried', async (_, breaks) => {
      const model = modelOf(
        { parts: [words('This will not come to its end, for the line breaks.')], ...breaks },
        { parts: [words('Here I am.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(await errors(sessionId)).toMatchObject([{ kind: 'broken_stream', retry: 'retrying' }])
      expect(await eventsOfType(current(), sessionId, 'agent.message')).toMatchObject([
        { text: 'Here I am.' },
      ])
    })

    test('a stream that keeps breaking leaves its partial answer, labelled as such, and waits', async () => {
      const broken = {
        parts: [words('This will not come to its end, for the line breaks.')],
        cutAfter: 3,
      }
      const model = modelOf(broken, broken, broken, { parts: [words('Whole.')] })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(await idle(sessionId)).toEqual({ type: 'retries_exhausted' })
      expect(await eventsOfType(current(), sessionId, 'agent.message')).toMatchObject([
        { isPartial: true },
      ])
      await continueSession(current(), sessionId)
      await runsFinished()
      expect(server.requests(model).at(-1)?.messages).toHaveLength(1)
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })

    test('an error in mid-stream is a failure', async () => {
      const failing = { parts: [words('Half of it')], failAfter: 3, type: 'overloaded_error' }
      const model = modelOf(failing, { parts: [words('Whole.')] })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })

    test('429 and 529 are retried as the server asks', async () => {
      const model = modelOf(
        {
          status: 429,
          type: 'rate_limit_error',
          message: 'Slowly.',
          headers: { 'retry-after': '0' },
        },
        {
          status: 529,
          type: 'overloaded_error',
          message: 'Busy.',
          headers: { 'retry-after': '0' },
        },
        { parts: [words('Here.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(server.requests(model)).toHaveLength(3)
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })

    test.each([
      [401, 'authentication_error', 'authentication'],
      [403, 'permission_error', 'permission'],
      [404, 'not_found_error', 'model_not_found'],
      [400, 'invalid_request_error', 'request_refused'],
      [413, 'request_too_large', 'request_too_large'],
    ])(
      '%i is a %s that waits for a person, with the server’s message',
      async (status, type, kind) => {
        const model = modelOf({ status, type, message: 'So it is.' }, { parts: [words('Better.')] })
        const { sessionId } = await sessionWith(current(), model)
        await say(current(), sessionId, 'Go')
        expect(await errors(sessionId)).toEqual([
          { kind, message: 'So it is.', retry: 'exhausted' },
        ])
        expect(await idle(sessionId)).toEqual({ type: 'retries_exhausted' })
        await continueSession(current(), sessionId)
        await runsFinished()
        expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
      },
    )

    test('an unreachable server is retried, and then the session waits for a person', async () => {
      const drops = { drops: true as const }
      const model = modelOf(drops, drops, drops, { parts: [words('Here.')] })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect(await errors(sessionId)).toMatchObject([{ kind: 'connection', retry: 'exhausted' }])
      await continueSession(current(), sessionId)
      await runsFinished()
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })

    test('a message after an error continues the session', async () => {
      const model = modelOf(
        { status: 400, type: 'invalid_request_error', message: 'No.' },
        { parts: [words('Yes.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'One')
      await say(current(), sessionId, 'Two')
      expect(server.requests(model).at(-1)?.messages).toMatchObject([
        { role: 'user', content: [{ text: 'One' }, { text: 'Two' }] },
      ])
    })

    test('a store that is archived meanwhile refuses in the tool', async () => {
      const model = modelOf({ parts: [create('/memories/a.md', 'x')] }, { parts: [words('Oh.')] })
      const { storeId, sessionId } = await sessionWith(current(), model)
      await archiveStore(current(), { storeId, cause })
      await say(current(), sessionId, 'Go')
      expect(await results(sessionId)).toMatchObject([{ isError: true }])
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
    })

    test('a store that is deleted meanwhile is reported as gone', async () => {
      const model = modelOf({ parts: [view()] }, { parts: [words('Oh.')] })
      const { storeId, sessionId } = await sessionWith(current(), model)
      await deleteStore(current(), { storeId, cause })
      await say(current(), sessionId, 'Go')
      expect(await results(sessionId)).toMatchObject([
        { isError: true, content: 'Error: The memory store of /memories is gone' },
      ])
    })
  })
})
