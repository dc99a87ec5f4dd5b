import { archiveSession, deleteSession, updateSession } from '@/lib/sessions/change-session'
import { write } from '@/lib/db'
import { newId } from '@/lib/text/ids'
import { createMemory } from '@/lib/store/change-memories'
import { type Caller, describe, expect, test as base } from '@/tests/support/fixtures'
import { modelName } from '@/tests/support/model-server'

/** A call of the memory tool that says in which session it is made. */

const test = base.extend('writer', ({ as }) => as({ access: 'write' }))

const opened = async ({ ask }: Caller, storeId: string, access = 'read_write') => {
  const resources = [{ type: 'memory_store', memory_store_id: storeId, access }]
  const { body } = await ask('POST', '/v1/sessions', { agent: modelName(), resources })
  return String(body.id)
}

const create = async ({ ask }: Caller, storeId: string, session_id: string, path = 'a.md') => {
  const command = { command: 'create', path: `/memories/${path}`, file_text: 'x', session_id }
  const { status, body } = await ask('POST', `/v1/memory_stores/${storeId}/memory_tool`, command)
  return { status, isError: body.is_error, content: JSON.stringify(body) }
}

describe('in the name of a session', () => {
  test('the key that opened it writes, and the version says so', async ({ writer, store }) => {
    const session_id = await opened(writer, store.id)
    expect(await create(writer, store.id, session_id)).toMatchObject({
      status: 200,
      isError: false,
    })
    const { data } = await writer.sdk.beta.memoryStores.memoryVersions.list(store.id, {
      session_id,
    })
    expect(data).toHaveLength(1)
  })

  test('no other key does, nor anybody once it is deleted', async ({ writer, as, me, store }) => {
    const session = await opened(writer, store.id)
    const other = await as({ access: 'admin' })
    expect(await create(other, store.id, session)).toMatchObject({ status: 403 })
    expect(await create(me, store.id, session)).toMatchObject({ status: 403 })
    await createMemory(
      { storeId: store.id, path: '/own', content: 'x' },
      { actor: { type: 'session', id: session }, sessionId: session, isAgent: true },
    )
    await deleteSession(session)
    expect(await create(writer, store.id, session)).toMatchObject({ status: 403 })
  })

  test('no key does of a session that Claude Code had', async ({ as, store }) => {
    const id = newId('sesn')
    const at = new Date()
    const row = { id, outerId: 'one', client: 'claude_code', firstAt: at, lastAt: at }
    await write((tx) => tx.observedSession.create({ data: row, select: { id: true } }))
    expect(await create(await as({ access: 'write' }), store.id, id)).toMatchObject({ status: 403 })
  })

  test('nobody writes where it only reads, asks first, or has ended', async ({ writer, store }) => {
    const readOnly = await opened(writer, store.id, 'read_only')
    expect(await create(writer, store.id, readOnly)).toMatchObject({ status: 200, isError: true })
    const asking = await opened(writer, store.id)
    await updateSession(asking, { settings: { approval: 'always_ask' } }, { mayLoosen: false })
    expect(await create(writer, store.id, asking)).toMatchObject({ status: 403 })
    const ended = await opened(writer, store.id)
    await archiveSession(ended)
    expect(await create(writer, store.id, ended)).toMatchObject({ status: 400 })
  })

  test('nobody writes to a store that it does not have', async ({ writer, me, store }) => {
    const { body } = await me.ask('POST', '/v1/memory_stores', { name: 'Another' })
    const session = await opened(writer, String(body.id))
    expect(await create(writer, store.id, session)).toMatchObject({ status: 403 })
  })

  test('a name of the caller’s own is kept as it is', async ({ writer, store }) => {
    expect(await create(writer, store.id, 'my-session:1')).toMatchObject({ isError: false })
    const gone = await opened(writer, store.id)
    await deleteSession(gone)
    expect(await create(writer, store.id, gone, 'b.md')).toMatchObject({ isError: false })
  })
})
