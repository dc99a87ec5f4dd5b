import { afterAll, describe, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import { archiveSession, deleteSession, updateSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import { getSession } from '@/lib/agent/get-session'
import type { Access } from '@/lib/auth/access'
import { createApiKey } from '@/lib/auth/api-keys'
import { LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { sessionNetChanges } from '@/tests/support/session-net-changes'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { flushReads, listReads } from '@/lib/store/reads/reads'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/**
 * Writes are recorded in a session's name (API page, memory_tool; connections page, attribution).
 */

onBothDatabases((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const post = async (path: string, body: unknown, secret?: string) => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        'content-type': typeof body === 'string' ? 'application/jsonl' : 'application/json',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const json = (await response.json()) as Record<string, unknown> & {
      error?: { message: string }
    }
    return { status: response.status, json }
  }

  const keyOf = (access: Access) => createApiKey(current(), { name: 'k', access, storeIds: null })

  const opened = async (access: 'read_write' | 'read_only' = 'read_write') => {
    const { key, secret } = await keyOf('write')
    const store = await createStore(current(), { name: 'Notes' })
    const { json } = await post(
      '/v1/sessions',
      {
        agent: 'practice-agent',
        resources: [{ type: 'memory_store', memory_store_id: store.id, access }],
      },
      secret,
    )
    return { storeId: store.id, sessionId: String(json.id), key, secret }
  }

  const create = (storeId: string, sessionId: string, secret?: string, path = '/memories/a.md') =>
    post(
      `/v1/memory_stores/${storeId}/memory_tool`,
      { command: 'create', path, file_text: 'x', session_id: sessionId },
      secret,
    )

  const changed = async (sessionId: string) => {
    const { stores } = await getSession(current(), sessionId)
    const all = await Promise.all(
      stores.map(({ storeId }) => sessionNetChanges(current(), { storeId, sessionId })),
    )
    return all.flat().map(({ after }) => after?.path)
  }

  describe('in the name of a session', () => {
    test('the key that opened it writes and reads', async () => {
      const { storeId, sessionId, key, secret } = await opened()
      expect(await create(storeId, sessionId, secret)).toMatchObject({
        status: 200,
        json: { is_error: false },
      })
      const { versions } = await listVersions(current(), { storeId, limit: 5 })
      expect(versions).toMatchObject([{ sessionId, createdBy: { type: 'api_key', id: key.id } }])
      expect(await changed(sessionId)).toEqual(['/a.md'])
      const view = { command: 'view', path: '/memories/a.md', session_id: sessionId }
      expect(await post(`/v1/memory_stores/${storeId}/memory_tool`, view, secret)).toMatchObject({
        status: 200,
      })
      await flushReads(current())
      expect(await listReads(current(), { storeId, limit: 5 })).toMatchObject([{ sessionId }])
    })

    test('nobody else does: no other key, not the administrator’s, and nobody without a key', async () => {
      const { storeId, sessionId } = await opened('read_only')
      const others = [undefined, (await keyOf('write')).secret, (await keyOf('admin')).secret]
      for (const secret of others) {
        const { status, json } = await create(storeId, sessionId, secret)
        expect([status, json.error?.message]).toEqual([
          403,
          `session_id: only the key that ${sessionId} was opened with acts in its name.`,
        ])
        const view = { command: 'view', path: '/memories', session_id: sessionId }
        const read = await post(`/v1/memory_stores/${storeId}/memory_tool`, view, secret)
        expect(read.status).toBe(403)
      }
      expect(await changed(sessionId)).toEqual([])
      expect((await listVersions(current(), { storeId, limit: 5 })).versions).toEqual([])
    })

    test('of one that a person or a caller without a key opened, only its own run does', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      for (const openedBy of [LOCAL_USER_ACTOR, LOCAL_API_ACTOR]) {
        const session = await createSession(current(), {
          settings: { model: 'practice-agent' },
          stores: [{ storeId }],
          openedBy,
        })
        for (const secret of [undefined, (await keyOf('admin')).secret]) {
          expect((await create(storeId, session.id, secret)).status).toBe(403)
        }
      }
    })

    test('that only reads, nothing is written', async () => {
      const { storeId, sessionId, secret } = await opened('read_only')
      expect(await create(storeId, sessionId, secret)).toMatchObject({
        status: 200,
        json: { is_error: true, content: 'Error: /memories/a.md is read-only' },
      })
    })

    test('that asks for approval first, nothing is written past the person', async () => {
      const { storeId, sessionId, secret } = await opened()
      await updateSession(current(), { sessionId, settings: { approval: 'always_ask' } })
      const refused = await create(storeId, sessionId, secret)
      expect([refused.status, refused.json.error?.message]).toEqual([
        403,
        `The session ${sessionId} asks before it writes: only its own run can wait.`,
      ])
    })

    test('nothing is written to a store that it lacks', async () => {
      const { sessionId, secret } = await opened()
      const { id: other } = await createStore(current(), { name: 'Other' })
      expect((await create(other, sessionId, secret)).status).toBe(403)
    })

    test('that is archived, nothing is written', async () => {
      const { storeId, sessionId, secret } = await opened()
      await archiveSession(current(), sessionId)
      expect((await create(storeId, sessionId, secret)).status).toBe(400)
    })

    test('that wrote and was deleted since, nothing is written', async () => {
      const { storeId, sessionId, secret } = await opened()
      const cause = { actor: { type: 'session' as const, id: sessionId } }
      await createMemory(current(), { storeId, path: '/own', content: 'x', cause })
      await deleteSession(current(), sessionId)
      expect((await create(storeId, sessionId, secret)).status).toBe(403)
    })

    test('that is none of this server’s, callers write as they claim', async () => {
      const { storeId, secret } = await opened()
      expect((await create(storeId, 'run-42', secret)).status).toBe(200)
      expect((await create(storeId, 'run-42', undefined, '/memories/b.md')).status).toBe(200)
    })
  })

  describe('an imported history', () => {
    const lineOf = (sessionId: string, path: string, more: object) =>
      `${JSON.stringify({
        at: '2026-01-01T00:00:00.000Z',
        actor: { type: 'session', id: sessionId },
        ...more,
        changes: [{ op: 'write', path, content: 'forged' }],
      })}\n`

    test('is never a change of a session that has the store, whoever imports it', async () => {
      const { storeId, sessionId } = await opened()
      const { secret } = await keyOf('admin')
      const lines =
        lineOf(sessionId, '/a', { session_id: sessionId, tool_use_id: 'toolu_1' }) +
        lineOf(sessionId, '/b', {})
      const path = `/v1/memory_stores/${storeId}/import?wait=true`
      expect(await post(path, lines, secret)).toMatchObject({ json: { state: 'done' } })
      expect(await changed(sessionId)).toEqual([])
      const { versions } = await listVersions(current(), { storeId, limit: 5 })
      expect(versions).toMatchObject([
        { sessionId: null, createdBy: { type: 'session', id: sessionId } },
        { sessionId: null, createdBy: { type: 'session', id: sessionId } },
      ])
    })

    test('keeps the sessions that it names in a store of its own', async () => {
      const { sessionId } = await opened()
      const { id: storeId } = await createStore(current(), { name: 'Copy' })
      const { secret } = await keyOf('admin')
      const path = `/v1/memory_stores/${storeId}/import?wait=true`
      await post(path, lineOf(sessionId, '/a', { session_id: sessionId }), secret)
      const { versions } = await listVersions(current(), { storeId, limit: 5 })
      expect(versions).toMatchObject([{ sessionId }])
    })

    test('keeps the authors that it claims only from a person’s administrator, never from an agent', async () => {
      const actor = { type: 'user', id: LOCAL_USER_ACTOR.id }
      const agent = await createApiKey(current(), {
        name: 'a',
        access: 'admin',
        purpose: 'agent',
        storeIds: null,
      })
      const wrote = []
      for (const secret of [undefined, agent.secret, (await keyOf('admin')).secret]) {
        const { id: storeId } = await createStore(current(), { name: 'Copy' })
        const path = `/v1/memory_stores/${storeId}/import?wait=true`
        await post(path, lineOf('sesn_x', '/a', { actor }), secret)
        const { versions } = await listVersions(current(), { storeId, limit: 5 })
        wrote.push(versions[0]?.createdBy.type)
      }
      expect(wrote).toEqual(['api_key', 'api_key', 'user'])
    })
  })
})
