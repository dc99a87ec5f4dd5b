import { describe, expect, test } from 'vitest'
import { problemOf } from './messages-api'

const HEADERS = { authorization: 'Bearer key', 'anthropic-version': '2026-10-21' }
const BETA = { 'anthropic-beta': 'context-management-2025-06-27' }
const TOOL = { name: 'search', description: 'Searches', input_schema: { type: 'object' } }
const NATIVE = { type: 'memory_20250818', name: 'memory' }

const text = (words: string, more = {}) => ({ type: 'text', text: words, ...more })
const use = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'search', input })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'found' })
const user = (...content: object[]) => ({ role: 'user', content })
const agent = (...content: object[]) => ({ role: 'assistant', content })

const request = (messages: object[] = [user(text('Hi'))], more = {}) => ({
  ...{ model: 'm', max_tokens: 10, stream: true, tools: [TOOL], messages },
  ...more,
})

test('a whole conversation with calls is taken', () => {
  const messages = [
    user(text('Hi')),
    agent({ type: 'thinking', thinking: 'Well', signature: 's' }, use('a'), use('b')),
    user(result('b'), result('a'), text('Go on', { cache_control: { type: 'ephemeral' } })),
  ]
  expect(problemOf(request(messages), HEADERS)).toBeNull()
  expect(
    problemOf(request([user(text('Hi'))], { tools: [NATIVE] }), { ...HEADERS, ...BETA }),
  ).toBeNull()
})

describe('what the Messages API refuses is refused:', () => {
  const hi = user(text('Hi'))
  const edits = [{ type: 'clear_thinking_20251015', keep: { type: 'all' } }]
  const marked = text('a', { cache_control: { type: 'ephemeral' } })
  test.each<[string, object, object?]>([
    ['no key', request(), { authorization: '' }],
    ['a field that it does not know', request([hi], { max_token: 1 })],
    ['an answer that is not streamed', request([hi], { stream: false })],
    ['a blank text', request([user(text(' '))])],
    ['half of a character', request([user(text('\ud800!'))])],
    ['an empty message', request([user()])],
    ['two messages of one role', request([hi, hi])],
    ['a beginning by the agent', request([agent(text('Hi')), hi])],
    ['an end by the agent', request([hi, agent(text('Hi'))])],
    ['a call without a result', request([hi, agent(use('a')), hi])],
    ['a result without a call', request([hi, agent(text('Hi')), user(result('a'))])],
    ['two results of a call', request([hi, agent(use('a')), user(result('a'), result('a'))])],
    ['a result after a text', request([hi, agent(use('a')), user(text('b'), result('a'))])],
    ['an input that is no object', request([hi, agent(use('a', 'b')), user(result('a'))])],
    [
      'thinking without a signature',
      request([hi, agent({ type: 'thinking', thinking: 'a', signature: '' }, text('b')), hi]),
    ],
    ['thinking at the end', request([hi, agent({ type: 'redacted_thinking', data: 'a' }), hi])],
    [
      'calls without tools',
      request([hi, agent(use('a')), user(result('a'))], { tools: undefined }),
    ],
    ['two tools of one name', request([hi], { tools: [TOOL, TOOL] })],
    ['the native tool without its beta', request([hi], { tools: [NATIVE] })],
    ['a beta that it does not know', request(), { 'anthropic-beta': 'weather-2030-01-01' }],
    ['five cache breakpoints', request([user(marked, marked, marked, marked, marked)])],
    ['clearing thinking without any', request([hi], { context_management: { edits } }), BETA],
  ])('%s', (_what, body, headers = {}) => {
    const sent = JSON.parse(JSON.stringify(body)) as object
    expect(problemOf(sent, { ...HEADERS, ...headers })).not.toBeNull()
  })
})
