import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import {
  agent,
  answered,
  asked,
  attached,
  call,
  logOf,
  person,
  reminder,
  result,
  settingsOf,
  thought,
} from '@/tests/support/session-log'
import { sha256Hex } from '@/lib/text/content'
import { askModel } from './ask-model'
import type { AttachedStore } from './attached'
import type { NewEvent } from './event'
import { hashOf, requestAt, requestOf, settingsToRecord } from './request'
import type { SettingsPatch } from './settings'

const stores = [attached('memstore_notes')]

const requestFor = (patch: SettingsPatch, attached = stores, ...bodies: NewEvent[]) =>
  requestOf({ model: 'm', settings: settingsOf(patch), stores: attached }, logOf(...bodies))

/** The JSON and the header that are sent for a request by the official SDK. */
async function sentBySdk({ body, betas }: ReturnType<typeof requestOf>) {
  const sent: { json: string; beta: string | null }[] = []
  const client = new Anthropic({
    apiKey: 'k',
    maxRetries: 0,
    fetch: (_, init) => {
      const beta = new Headers(init?.headers).get('anthropic-beta')
      sent.push({ json: init?.body as string, beta })
      return Promise.resolve(new Response('{}', { status: 400 }))
    },
  })
  await askModel({ client, body, betas, signal: new AbortController().signal })
  return sent
}

const LONG: NewEvent[] = [
  person('a 🜚 \ud800'),
  reminder('R'),
  asked(),
  thought(),
  call('t'),
  answered('tool_use'),
  result('t', 'one'),
  asked(),
  agent('b'),
  answered(),
  person('c'),
]

describe('the body of a request', () => {
  test('has the cache breakpoints at the end of the system prompt and of the conversation', () => {
    const { body } = requestFor({ system: 'S' }, [], person('a'))
    expect(body).toEqual({
      model: 'm',
      max_tokens: 16_000,
      system: [{ type: 'text', text: 'S', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }],
        },
      ],
      stream: true,
    })
  })

  test('has no system prompt and no tools where there are none', () => {
    expect(Object.keys(requestFor({}, [], person('a')).body)).toEqual([
      'model',
      'max_tokens',
      'messages',
      'stream',
    ])
  })

  test('lets the model think as it will', () => {
    const { body } = requestFor({ thinking: 'adaptive' }, [], person('a'))
    expect(body.thinking).toEqual({ type: 'adaptive', display: 'summarized' })
  })

  test('is to the byte what the SDK sends, and so are its hash and size', async () => {
    for (const patch of [{}, { thinking: 'adaptive' }, { tool_set: 'documents' }] as const) {
      const request = requestFor({ system: 'S', ...patch }, stores, ...LONG)
      const json = JSON.stringify(request.body)
      const beta = request.betas.length === 0 ? null : request.betas.join(',')
      expect(await sentBySdk(request)).toEqual([{ json, beta }])
      expect(hashOf(JSON.stringify(request.body))).toEqual({
        sha256: sha256Hex(json),
        bytes: Buffer.byteLength(json),
      })
    }
  })
})

describe('the tools of a request', () => {
  const toolsFor = (patch: SettingsPatch, attached = stores) =>
    requestFor(patch, attached).body.tools ?? []

  test('are the native tool, which needs its header', () => {
    const { body, betas } = requestFor({})
    expect(body.tools).toEqual([{ type: 'memory_20250818', name: 'memory' }])
    expect(betas).toEqual(['context-management-2025-06-27'])
  })

  test('are the same with a schema, which needs none', () => {
    const { body, betas } = requestFor({ tool_set: 'memory_custom' })
    expect(body.tools).toMatchObject([
      { type: 'custom', name: 'memory', input_schema: { type: 'object', required: ['command'] } },
    ])
    expect(betas).toEqual([])
  })

  test('are the six that work on documents', () => {
    const tools = toolsFor({ tool_set: 'documents' })
    expect(tools.map((tool) => 'name' in tool && tool.name)).toEqual([
      'memory_list',
      'memory_search',
      'memory_read',
      'memory_write',
      'memory_edit',
      'memory_delete',
    ])
  })

  test('take the name of a store only where there are several', () => {
    const propertiesOf = (attached: AttachedStore[]) =>
      toolsFor({ tool_set: 'documents' }, attached).map((tool) =>
        'input_schema' in tool ? Object.keys(tool.input_schema.properties ?? {}) : [],
      )
    const [, search, , write] = propertiesOf(stores)
    expect([search, write]).toEqual([['query'], ['path', 'content']])
    for (const names of propertiesOf([
      ...stores,
      attached('memstore_rules', { mountName: 'rules' }),
    ])) {
      expect(names).toContain('store')
    }
  })
})

describe('clearing by the API', () => {
  const editsFor = (clearing: object, more: SettingsPatch = {}) => {
    const { body, betas } = requestFor({ ...more, context: { clearing } }, [])
    return { edits: body.context_management?.edits ?? null, betas }
  }

  test('is asked for only where it is on', () => {
    expect(editsFor({})).toEqual({ edits: null, betas: [] })
  })

  test('of results keeps what the settings say, and needs its header', () => {
    expect(editsFor({ tool_uses: {} })).toEqual({
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 100_000 },
          keep: { type: 'tool_uses', value: 3 },
          exclude_tools: [],
          clear_tool_inputs: false,
        },
      ],
      betas: ['context-management-2025-06-27'],
    })
  })

  test('of results may be worth it only from a size on', () => {
    const { edits } = editsFor({ tool_uses: { clear_at_least: 5_000 } })
    expect(edits).toMatchObject([{ clear_at_least: { type: 'input_tokens', value: 5_000 } }])
  })

  test('of thinking comes first, and only with a model that thinks', () => {
    const both = { tool_uses: {}, thinking: { keep: 2 } }
    expect(editsFor(both, { thinking: 'adaptive' }).edits).toMatchObject([
      { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 2 } },
      { type: 'clear_tool_uses_20250919' },
    ])
    expect(editsFor(both).edits).toMatchObject([{ type: 'clear_tool_uses_20250919' }])
  })
})

describe('an earlier request', () => {
  test('is exact by its hash, and not after a redaction', () => {
    const start: NewEvent = { ...asked(settingsToRecord([], settingsOf())), id: 'start' }
    const { json = '' } =
      requestAt(logOf(person('secret'), start), settingsOf(), stores, 'start') ?? {}
    const sent = { model_request_start_id: 'start', request: hashOf(json) }
    const isExactOf = (said: string) => {
      const log = logOf(person(said), start, answered('end_turn', sent))
      return requestAt(log, settingsOf({ system: 'now' }), stores, 'start')?.isExact
    }
    expect([isExactOf('secret'), isExactOf('[…]')]).toEqual([true, false])
  })

  test('may be one of which no hash is kept', () => {
    const log = logOf(person('a'), { ...asked(), id: 'start' }, answered())
    expect(requestAt(log, settingsOf(), stores, 'start')?.isExact).toBeNull()
  })

  test('is none where no request began', () => {
    const log = logOf({ ...person('a'), id: 'message' })
    expect(requestAt(log, settingsOf(), stores, 'message')).toBeNull()
    expect(requestAt(log, settingsOf(), stores, 'gone')).toBeNull()
  })
})
