import { expect, test } from 'vitest'
import { LOCAL_CALLER } from '@/lib/auth/caller'
import type { Database } from '@/lib/db/database'
import { createStore } from '@/lib/store/stores/change-stores'
import { onSqlite } from '@/tests/support/databases'
import { answerBySdk } from './answer-mcp'
import { answerToolCall } from './answer-tool-call'
import type { McpCall } from './mcp-call'

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'peer', version: '1.2' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}

const SENT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const REVISIONS = [
  {
    revision: '2026-07-28',
    envelope: ENVELOPE,
    headersFor: (name: string) => ({
      ...SENT,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    }),
  },
  {
    revision: '2025-11-25',
    envelope: {},
    headersFor: () => ({ ...SENT, 'mcp-protocol-version': '2025-11-25' }),
  },
] as const

onSqlite((current) => {
  const callTo = async (tools: McpCall['options']['tools']): Promise<McpCall> => {
    const { id } = await createStore(current(), { name: tools })
    return {
      db: current(),
      caller: LOCAL_CALLER,
      options: { tools, store: id, isReadOnly: false },
      origin: 'http://127.0.0.1',
      client: null,
      connection: 'a connection',
      sessionId: null,
      sessionOfCall: async () => null,
      accessInSession: async () => null,
    }
  }

  const bothAnswers = async (call: McpCall, headers: Record<string, string>, body: object) => {
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers })
    const own = await answerToolCall(call, request.headers, body)
    const response = await answerBySdk(call, request, body)
    const sdks = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
    return { own, sdks }
  }

  test.each(REVISIONS)(
    'in revision $revision it is the SDK’s answer, to the byte',
    async (each) => {
      const { envelope, headersFor } = each
      const documents = await callTo('documents')
      const memory = await callTo('memory')
      const calls: [McpCall, { name: string; arguments?: object }, object?][] = [
        [documents, { name: 'memory_list' }],
        [documents, { name: 'memory_list', arguments: {} }],
        [documents, { name: 'memory_read', arguments: { path: '/none.md' } }],
        [documents, { name: 'memory_read', arguments: { pfad: 1, __proto__: 2 } }],
        [documents, { name: 'memory_list', arguments: {} }, { 'claudecode/toolUseId': 'toolu_1' }],
        [
          documents,
          { name: 'memory_list', arguments: {} },
          { progressToken: 7, other: { a: [1] } },
        ],
        [documents, { name: 'no such tool', arguments: {} }],
        [memory, { name: 'memory', arguments: { command: 'view', path: '/memories' } }],
        [memory, { name: 'memory', arguments: { command: 'view', path: '/memories/x' } }],
        [memory, { name: 'memory', arguments: { command: '“ü”', path: 1 } }],
      ]
      for (const [call, params, meta = {}] of calls) {
        for (const id of [1, 'one', 0, '']) {
          const _meta = { ...envelope, ...meta }
          const body = { jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, _meta } }
          const { own, sdks } = await bothAnswers(call, headersFor(params.name), body)
          expect(own).toEqual(sdks)
          expect(own?.status).toBe(200)
        }
      }
    },
  )

  test.each(REVISIONS)('in revision $revision a fault is told as by the SDK', async (each) => {
    const { envelope, headersFor } = each
    const name = 'memory_list'
    for (const fault of [new Error('a fault'), Object.assign(new Error('b'), { code: -32_099 })]) {
      const db = new Proxy(current(), {
        get: (_, key) => {
          if (key === 'read') throw fault
          return Reflect.get(current(), key) as unknown
        },
      }) satisfies Database
      const call = { ...(await callTo('documents')), db }
      const params = { name, arguments: {}, _meta: { ...envelope } }
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const { own, sdks } = await bothAnswers(call, headersFor(name), body)
      expect(own?.body).toContain(fault.message)
      expect(own).toEqual(sdks)
    }
  })

  test.each(REVISIONS)(
    'in revision $revision whatever has another form is the SDK’s',
    async (each) => {
      const { envelope, headersFor } = each
      const call = await callTo('documents')
      const name = 'memory_list'
      const headers = headersFor(name)
      const params = { name, arguments: {}, _meta: { ...envelope } }
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      expect(await answerToolCall(call, new Headers(headers), body)).not.toBeNull()
      const bodies: unknown[] = [
        null,
        'tools/call',
        [body],
        { ...body, id: null },
        { ...body, id: 1.5 },
        { ...body, jsonrpc: '1.0' },
        { ...body, method: 'tools/list' },
        { ...body, extra: 1 },
        { ...body, params: undefined },
        { ...body, params: { ...params, name: 1 } },
        { ...body, params: { ...params, arguments: [] } },
        { ...body, params: { ...params, arguments: null } },
        { ...body, params: { ...params, task: {} } },
        { ...body, params: { ...params, requestState: 'x' } },
        { ...body, params: { ...params, inputResponses: {} } },
        { ...body, params: { ...params, _meta: { ...envelope, progressToken: {} } } },
      ]
      for (const other of bodies) {
        expect(await answerToolCall(call, new Headers(headers), other)).toBeNull()
      }
      const others: Record<string, string>[] = [
        { ...headers, 'content-type': 'text/plain' },
        { ...headers, 'mcp-protocol-version': '1999-01-01' },
        ...(each.revision === '2026-07-28'
          ? [
              { ...headers, 'mcp-protocol-version': '2025-11-25' },
              { ...headers, 'mcp-method': 'tools/list' },
              { ...headers, 'mcp-name': 'memory_read' },
              SENT,
            ]
          : [
              { ...headers, accept: 'application/json' },
              { ...headers, 'mcp-protocol-version': '2026-07-28' },
            ]),
      ]
      for (const other of others) {
        expect(await answerToolCall(call, new Headers(other), body)).toBeNull()
      }
    },
  )

  test('what a client says of itself in another form is the SDK’s to refuse', async () => {
    const call = await callTo('documents')
    const [{ headersFor }] = REVISIONS
    const name = 'memory_list'
    for (const [key, value] of [
      ['io.modelcontextprotocol/protocolVersion', 'some day'],
      ['io.modelcontextprotocol/clientCapabilities', undefined],
      ['io.modelcontextprotocol/clientCapabilities', 1],
      ['io.modelcontextprotocol/clientInfo', { name: 1 }],
    ] as const) {
      const _meta = { ...ENVELOPE, [key]: value }
      const params = { name, arguments: {}, _meta }
      const body = JSON.parse(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      ) as object
      expect(await answerToolCall(call, new Headers(headersFor(name)), body)).toBeNull()
    }
  })
})
