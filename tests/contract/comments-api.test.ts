import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/**
 * Comments over HTTP (review page, HTTP API). Who may call what is in `who-may.test.ts`; the rest is
 * in `lib/review/comments/comments.test.ts`.
 */

const cause = { actor: LOCAL_USER_ACTOR }

interface Body {
  id: string
  data: { id: string; text: string }[]
  next_page: string | null
  replies: { id: string; text: string }[]
  error?: { type: string; message: string }
}

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const setUp = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const made = { storeId, path: '/a', content: 'one\ntwo\nthree\n', cause }
    const { id: memoryId, versionId } = await createMemory(current(), made)
    const named = { name: 'a reviewer', access: 'review' as const, storeIds: null }
    const { key, secret } = await createApiKey(current(), named)
    server ??= await serveApi(current())
    const { url } = server
    const call = async (method: string, address: string, sent?: object) => {
      const response = await fetch(`${url}/v1${address}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
      return { status: response.status, body: (await response.json()) as Body }
    }
    const comments = `/memory_stores/${storeId}/comments`
    const sent = { memory_version_id: versionId, lines: { from: 2, to: 2 }, text: 'Why?' }
    return { storeId, memoryId, versionId, keyId: key.id, call, comments, sent }
  }

  describe('comments', () => {
    test('say where their lines were and are, and what was replied', async () => {
      const { storeId, memoryId, versionId, keyId, call, comments, sent } = await setUp()
      const { body: made } = await call('POST', comments, sent)
      await updateMemory(current(), { storeId, memoryId, content: 'zero\none\ntwo\n', cause })
      const changed = { status: 'resolved', disposition: 'fix', reply: 'Because.' }
      const { body } = await call('POST', `/comments/${made.id}`, changed)
      const by = { type: 'api_actor', api_key_id: keyId }
      expect(body).toMatchObject({
        type: 'comment',
        memory_store_id: storeId,
        memory_id: memoryId,
        path: '/a',
        memory_version_id: versionId,
        lines: { from: 2, to: 2 },
        current_lines: { from: 3, to: 3 },
        changeset_id: null,
        disposition: 'fix',
        status: 'resolved',
        answered_by: null,
        text: 'Why?',
        created_by: by,
        edited_at: null,
        replies: [{ type: 'comment_reply', text: 'Because.', created_by: by }],
      })
      expect((await call('GET', comments)).body.data).toEqual([body])
    })

    test('are edited and deleted, and so are their replies', async () => {
      const { call, comments, sent } = await setUp()
      const { body: made } = await call('POST', comments, sent)
      const { body: replied } = await call('POST', `/comments/${made.id}`, { reply: 'Because.' })
      const replyId = replied.replies[0]?.id
      const edit = { text: 'Just so.', reply_id: replyId }
      expect((await call('POST', `/comments/${made.id}`, edit)).body).toMatchObject({
        text: 'Why?',
        replies: [{ text: 'Just so.' }],
      })
      const gone = await call('DELETE', `/comments/${made.id}?reply_id=${replyId}`)
      expect(gone.body).toEqual({ id: replyId, type: 'comment_deleted' })
      await call('DELETE', `/comments/${made.id}`)
      expect((await call('GET', comments)).body.data).toEqual([])
    })

    test('are listed page by page, and by status', async () => {
      const { call, comments, sent } = await setUp()
      const { body: one } = await call('POST', comments, sent)
      const { body: other } = await call('POST', comments, { ...sent, disposition: 'question' })
      const first = (await call('GET', `${comments}?limit=1`)).body
      const next = (await call('GET', `${comments}?limit=1&page=${first.next_page}`)).body
      expect([...first.data, ...next.data].map(({ id }) => id)).toEqual([one.id, other.id])
      expect(next.next_page).toBeNull()
      expect((await call('GET', `${comments}?status=resolved`)).body.data).toEqual([])
      expect((await call('GET', `${comments}?disposition=question`)).body.data).toHaveLength(1)
    })
  })

  test.each<[string, object, string]>([
    ['lines', { lines: { from: 3, to: 2 } }, 'lines: must end where they begin, or later'],
    ['lines.from', { lines: { from: 0, to: 2 } }, 'lines.from: must be a line, from 1'],
    ['text', { text: '  ' }, 'text: must not be empty'],
    ['text', { text: 'x'.repeat(4001) }, 'text: must be at most 4000 characters long'],
    ['disposition', { disposition: 'rant' }, 'disposition: must be note, question or fix'],
  ])('a comment with a wrong %s is refused by field and reason', async (_field, wrong, message) => {
    const { call, comments, sent } = await setUp()
    const { status, body } = await call('POST', comments, { ...sent, ...wrong })
    expect([status, body.error?.message]).toEqual([400, message])
  })

  test('lines that the version does not have are refused, and what is unknown', async () => {
    const { versionId, call, comments, sent } = await setUp()
    const beyond = await call('POST', comments, { ...sent, lines: { from: 3, to: 4 } })
    expect(beyond.body.error?.message).toBe(`lines: ${versionId} has 3 lines`)
    const { body } = await call('POST', comments, sent)
    const unknown = { text: 'x', reply_id: 'remark_none' }
    expect((await call('POST', `/comments/${body.id}`, unknown)).status).toBe(400)
    expect((await call('POST', `/comments/${body.id}`, {})).status).toBe(400)
    expect((await call('POST', '/comments/cmnt_none', { status: 'open' })).status).toBe(404)
  })
})
