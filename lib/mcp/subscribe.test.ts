import { expect, test } from 'vitest'
import { LOCAL_CALLER } from '@/lib/auth/caller'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { putMemory } from '@/lib/store/memories/change-memories'
import { onSqlite } from '@/tests/support/databases'
import { subscribe } from './subscribe'

const cause = { actor: LOCAL_USER_ACTOR }

onSqlite((current) => {
  /** A stream of a store that is told of these addresses in it, and the store. */
  const subscribed = async (paths: readonly string[]) => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const call = {
      db: current(),
      caller: LOCAL_CALLER,
      options: { tools: 'documents' as const, store: null, isReadOnly: false },
      origin: 'http://127.0.0.1',
      client: null,
      connection: '1',
      sessionId: null,
      sessionOfCall: async () => null,
      accessInSession: async () => null,
    }
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'peer', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
        notifications: {
          resourceSubscriptions: paths.flatMap((path) => [
            `memory://notes${path}`,
            `memory://${storeId}${path}`,
          ]),
        },
      },
    }
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
    })
    const response = await subscribe(call, request, body)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream',
    ])
    return { storeId, response }
  }

  /** Writes to each of these memories, so often. */
  const writeAll = async (storeId: string, paths: readonly string[], rounds: number) => {
    for (let round = 0; round < rounds && current().changes.hasListeners; round++) {
      for (const path of paths) {
        await putMemory(current(), { storeId, path, content: `${round}`, cause })
      }
    }
  }

  const PATHS = Array.from({ length: 60 }, (_, at) => `/${at}.md`)

  test('a subscriber who takes nothing is let go when too much waits for it', async () => {
    const { storeId } = await subscribed(PATHS)
    await writeAll(storeId, PATHS, 500)
    await expect.poll(() => current().changes.hasListeners).toBe(false)
  })

  test('what a subscriber is not told of does not wait for it', async () => {
    const { storeId, response } = await subscribed(['/elsewhere.md'])
    await writeAll(storeId, PATHS, 20)
    expect(current().changes.hasListeners).toBe(true)
    await response.body?.cancel()
    await expect.poll(() => current().changes.hasListeners).toBe(false)
  })
})
