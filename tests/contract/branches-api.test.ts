import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { resetStore } from '@/lib/store/branches/reset-store'
import { createMemory, putMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { nameMoment } from '@/lib/store/time/named-moments'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** Branches over the API; every answer is checked against the OpenAPI description. */

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

interface Answer {
  status: number
  // Real answers: their shape is held by the OpenAPI description.
  body: Record<string, unknown> & { id: string }
}

onBothDatabases((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  async function client() {
    server ??= await serveApi(current())
    const { url } = server
    const { key, secret } = await createApiKey(current(), {
      name: 'CI',
      access: 'admin',
      purpose: 'script',
      storeIds: null,
    })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const call = async (method: string, path: string, body?: object): Promise<Answer> => {
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    }
    return { call, keyId: key.id }
  }

  const put = (storeId: string, path: string, content: string) =>
    putMemory(current(), { storeId, path, content, cause: AGENT })
  const contentAt = async (storeId: string, path: string) =>
    (await getMemory(current(), { storeId, path })).content

  describe('branches over the API', () => {
    test('are made, say what they are of, and are merged as one batch by who asked', async () => {
      const { call, keyId } = await client()
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      await put(storeId, '/a.md', '1\n2\n3\n')
      const { lastSequence: sequence } = await getStore(current(), storeId)
      const made = await call('POST', `/v1/memory_stores/${storeId}/branches`, { name: 'try' })
      expect(made).toMatchObject({
        status: 200,
        body: { name: 'try', palimpsest: { branch_of: { memory_store_id: storeId, sequence } } },
      })
      const branchId = made.body.id
      const listed = await call('GET', '/v1/memory_stores')
      expect(JSON.stringify(listed.body)).toContain('branch_of')
      await put(branchId, '/a.md', '1\nbranch\n3\n')
      await put(branchId, '/b.md', 'b\n')
      await put(storeId, '/a.md', '1\norigin\n3\n')

      const merge = `/v1/memory_stores/${branchId}/merge`
      const planned = await call('POST', merge, { dry_run: true })
      const memories = planned.body['memories'] as {
        path: string
        hunks: { id: string; is_conflict: boolean }[]
      }[]
      const hunkId = memories.find(({ path }) => path === '/a.md')?.hunks[0]?.id
      expect(memories.find(({ path }) => path === '/a.md')?.hunks).toMatchObject([
        { is_conflict: true, base: ['2\n'], origin: ['origin\n'], branch: ['branch\n'] },
      ])
      const refused = await call('POST', merge)
      expect(refused).toMatchObject({
        status: 409,
        body: {
          error: {
            type: 'conflict_error',
            code: 'merge_conflicts',
            conflicts: [{ hunk_id: hunkId, path: '/a.md' }],
          },
        },
      })
      const hunks = [{ id: hunkId, take: 'both' }]
      const merged = await call('POST', merge, { hunks, plan: planned.body['plan'] })
      expect(merged).toMatchObject({ status: 200, body: { dry_run: false, memories: [] } })
      expect(merged.body['memory_version_ids']).toHaveLength(2)
      expect(await contentAt(storeId, '/a.md')).toBe('1\norigin\nbranch\n3\n')
      const { versions } = await listVersions(current(), {
        storeId,
        batchId: String(merged.body['batch_id']),
        limit: 9,
      })
      expect(versions.map(({ createdBy }) => createdBy.id)).toEqual([keyId, keyId])
    })

    test('are refused what is outdated, gone, or never was', async () => {
      const { call } = await client()
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      await put(storeId, '/a.md', 'a\n')
      const none = await call('POST', `/v1/memory_stores/${storeId}/merge`)
      expect(none.status).toBe(400)
      const early = await call('POST', `/v1/memory_stores/${storeId}/branches`, {
        name: 'x',
        at: '1990-01-01T00:00:00Z',
      })
      expect(early.status).toBe(400)
      const { body } = await call('POST', `/v1/memory_stores/${storeId}/branches`, {
        name: 'at the beginning',
        at: 0,
      })
      expect((await getStore(current(), body.id)).memoryCount).toBe(0)
      const merge = `/v1/memory_stores/${body.id}/merge`
      const plan = 'a'.repeat(64)
      expect((await call('POST', merge, { plan })).status).toBe(409)
      await call('DELETE', `/v1/memory_stores/${storeId}`)
      expect(await call('POST', merge)).toMatchObject({
        status: 409,
        body: { error: { code: 'branch_origin_gone' } },
      })
    })

    test('a session is opened on branches of what it may write to', async () => {
      const { call } = await client()
      const { id: notes } = await createStore(current(), { name: 'Notes' })
      const { id: team } = await createStore(current(), { name: 'Team' })
      const palimpsest = { branch: 'try' }
      const opened = await call('POST', '/v1/sessions', {
        agent: 'practice-agent',
        resources: [
          { type: 'memory_store', memory_store_id: notes, palimpsest },
          { type: 'memory_store', memory_store_id: team, access: 'read_only', palimpsest },
        ],
      })
      const [first, second] = opened.body['resources'] as { memory_store_id: string }[]
      expect(second?.memory_store_id).toBe(team)
      const branchId = first?.memory_store_id ?? ''
      const branch = await call('GET', `/v1/memory_stores/${branchId}`)
      expect(branch.body).toMatchObject({
        name: 'try',
        palimpsest: { branch_of: { memory_store_id: notes } },
      })
      await call('POST', `/v1/sessions/${opened.body.id}/archive`)
      expect((await call('GET', `/v1/memory_stores/${branchId}`)).status).toBe(404)
    })

    test('a branch that a session changed stays when the session ends', async () => {
      const { call } = await client()
      const { id: notes } = await createStore(current(), { name: 'Notes' })
      const opened = await call('POST', '/v1/sessions', {
        agent: 'practice-agent',
        resources: [
          { type: 'memory_store', memory_store_id: notes, palimpsest: { branch: 'try' } },
        ],
      })
      const [first] = opened.body['resources'] as { memory_store_id: string }[]
      const branchId = first?.memory_store_id ?? ''
      await put(branchId, '/a.md', 'a\n')
      await call('DELETE', `/v1/sessions/${opened.body.id}`)
      expect((await call('GET', `/v1/memory_stores/${branchId}`)).status).toBe(200)
    })

    test('a store is reset to its seed, or to a named moment, before a session', async () => {
      const { call } = await client()
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      const open = (reset_to: object | string) =>
        call('POST', '/v1/sessions', {
          agent: 'practice-agent',
          resources: [{ type: 'memory_store', memory_store_id: storeId, palimpsest: { reset_to } }],
        })
      await createMemory(db, { storeId, path: '/x.md', content: 'x\n', cause: PERSON })
      expect((await open('seed')).status).toBe(400)
      await applyMoment(db, {
        storeId,
        batch: { kind: 'seed' },
        steps: [{ op: 'write', path: '/a.md', content: 'seed\n' }],
        cause: PERSON,
      })
      await put(storeId, '/a.md', 'release\n')
      const { lastSequence } = await getStore(db, storeId)
      await nameMoment(db, { storeId, sequence: lastSequence, name: 'release', cause: PERSON })
      await put(storeId, '/a.md', 'later\n')
      expect((await open({ moment: 'release' })).status).toBe(200)
      expect(await contentAt(storeId, '/a.md')).toBe('release\n')
      expect((await open('seed')).status).toBe(200)
      expect(await contentAt(storeId, '/a.md')).toBe('seed\n')
      expect(await contentAt(storeId, '/x.md')).toBe('x\n')
      await expect(
        resetStore(db, { storeId, to: { moment: 'no such' }, cause: PERSON }),
      ).rejects.toMatchObject({ problem: { kind: 'moment_not_found' } })
    })
  })
})
