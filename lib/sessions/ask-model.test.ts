import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { call, modelName, type ScriptedStep, say } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { answerEvents, type Asking, askModel, cutCall, partialEvents } from './ask-model'
import { NO_USAGE } from './event'
import { modelClient } from './models'

const models = modelServer()

/** A model that does this, and one request to it. */
function asked(step: ScriptedStep, more: Partial<Asking> = {}) {
  const model = modelName()
  models.script(model, step)
  const { client } = modelClient(model)
  const answer = askModel({
    client: client.withOptions({ maxRetries: 0 }),
    body: { model, max_tokens: 1_000, messages: [{ role: 'user', content: 'Hi' }], stream: true },
    betas: [],
    signal: new AbortController().signal,
    ...more,
  })
  return { model, answer }
}

const negative = { cache_creation_input_tokens: -1 }
const thought = { type: 'thinking', thinking: 'They greet me.', signature: 'c2ln' } as const

describe('a whole answer', () => {
  test('has its blocks in their order, each with the id of the event that it becomes', async () => {
    const parts = [thought, say('Hello, Ada.'), call('memory', { command: 'view' }, 'toolu_1')]
    const answer = await asked({ parts }).answer
    expect(answer).toMatchObject({ kind: 'whole', stop_reason: 'tool_use', applied_edits: [] })
    const id = expect.stringMatching(/^sevt_/) as string
    expect(answerEvents(answer)).toEqual([
      { type: 'agent.thinking', id, thinking: 'They greet me.', signature: 'c2ln' },
      { type: 'agent.message', id, content: [{ type: 'text', text: 'Hello, Ada.' }] },
      {
        type: 'agent.tool_use',
        id,
        name: 'memory',
        input: { command: 'view' },
        model_tool_use_id: 'toolu_1',
      },
    ])
  })

  test('has usage as the API counts it, and what was cleared, if anything was', async () => {
    const answer = await asked({
      parts: [say('Hello')],
      usage: { input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 100, ...negative },
      appliedEdits: [
        { type: 'clear_tool_uses_20250919', cleared_tool_uses: 2, cleared_input_tokens: 900 },
        { type: 'clear_thinking_20251015', cleared_thinking_turns: 0, cleared_input_tokens: 0 },
        { type: 'clear_weather_20300101', cleared_input_tokens: 5 },
      ],
    }).answer
    expect(answer.usage).toEqual({
      input_tokens: 7,
      output_tokens: 3,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 100,
    })
    expect(answer.applied_edits).toEqual([
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 2, cleared_input_tokens: 900 },
    ])
  })

  test('may be thinking alone, which may be encrypted', async () => {
    const answer = await asked({ parts: [{ type: 'redacted_thinking', data: 'ZW5j' }] }).answer
    expect(answerEvents(answer)).toMatchObject([
      { type: 'agent.thinking', thinking: '', signature: '', redacted: 'ZW5j' },
    ])
  })

  test('has nothing of what a server leaves out, and an input that came at once', async () => {
    const view = { type: 'tool_use', name: 'memory', input: { command: 'view' } }
    const without = { type: 'tool_use', name: 'memory_list' }
    const blocks = [{ type: 'text' }, { type: 'thinking' }, { type: 'text' }, view, without]
    const raw = [
      { type: 'message_start', message: { model: 'm' } },
      ...blocks.map((content_block, index) => ({
        type: 'content_block_start',
        index,
        content_block,
      })),
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'thinking_delta' } },
      { type: 'message_delta', delta: {}, context_management: { applied_edits: [null] } },
      { type: 'message_stop' },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    const events = answerEvents(await asked({ raw: raw.join('') }).answer)
    expect(events).toMatchObject([
      { content: [{ type: 'text', text: 'Hi' }] },
      { thinking: '', signature: '' },
      { input: { command: 'view' }, model_tool_use_id: expect.stringMatching(/^sevt_/) as string },
      { name: 'memory_list', input: {} },
    ])
    expect(events[3]).not.toHaveProperty('malformed_input')
  })

  test('that reached its length in a text leaves the calls before it as they are', async () => {
    const parts = [call('memory', { command: 'view' }), say('So')]
    const answer = await asked({ parts, stopReason: 'max_tokens' }).answer
    expect(cutCall(answer)).toBeNull()
    expect(answerEvents(answer)[0]).toMatchObject({ input: { command: 'view' } })
  })
})

describe('an answer that breaks off', () => {
  const parts = [say('Hello, this is a longer text.'), call('memory', { command: 'view' })]

  test('by an error that would recur keeps its kind', async () => {
    const step = { parts, failAfter: 4, type: 'invalid_request_error' }
    expect(await asked(step).answer).toMatchObject({ fault: { kind: 'request_refused' } })
  })

  test('in a call leaves nothing of the call', async () => {
    const answer = await asked({ parts: parts.slice(1), cutAfter: 3 }).answer
    expect(answer.blocks).toHaveLength(1)
    expect(partialEvents(answer)).toEqual([])
  })

  test.each([
    ['long', [say('x'.repeat(4_000_001))]],
    ['many', Array(2_001).fill(say('x'))],
  ])('by too %s parts is broken', async (_, parts) => {
    expect(await asked({ parts }).answer).toMatchObject({ fault: { kind: 'broken_stream' } })
  })

  test.each(['{oh dear', 'null', '{"type": "message_start"}'])('by %s is broken', async (data) => {
    const raw = `event: message_start\ndata: ${data}\n\n`
    expect(await asked({ raw }).answer).toMatchObject({ fault: { kind: 'broken_stream' } })
  })
})

test('a request that is not answered has not begun, and its fault is the server’s word', async () => {
  const step = { status: 529, type: 'overloaded_error', message: 'Overloaded' }
  expect(await asked(step).answer).toMatchObject({
    kind: 'failed',
    model: null,
    usage: NO_USAGE,
    blocks: [],
    fault: { kind: 'overloaded', message: 'Overloaded' },
  })
})

test('an interrupt that comes before the request sends none', async () => {
  const { model, answer } = asked({ parts: [say('Hi')] }, { signal: AbortSignal.abort() })
  expect(await answer).toMatchObject({ kind: 'aborted' })
  expect(models.requests(model)).toHaveLength(0)
})

test('a run’s signal has no listeners of requests that are over, one closed before an answer among them', async () => {
  const { signal } = new AbortController()
  await asked({ parts: [say('One')] }, { signal }).answer
  await asked({ parts: [say('Two')], cutAfter: 2 }, { signal }).answer
  const closed = await asked({ drops: true }, { signal }).answer
  expect(closed).toMatchObject({ fault: { kind: 'connection' } })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a mistake of ours is thrown', async () => {
  const onStart = () => {
    throw new RangeError('a mistake')
  }
  await expect(asked({ parts: [say('Hi')] }, { onStart }).answer).rejects.toThrow('a mistake')
})
