import { archiveStore, createStore, deleteStore } from '@/lib/store/change-stores'
import { createMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { expect, test } from '@/tests/support/fixtures'

const write = (storeId: string, path: string) =>
  createMemory({ storeId, path, content: `text of ${path}` }, BY_PERSON)

const eventsOf = (storeId: string, query = '') => `/v1/memory_stores/${storeId}/events${query}`

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

test('a listener hears each change with its number, not its content', async ({ listen, store }) => {
  const { next, events } = await listen(eventsOf(store.id))
  await write(store.id, '/a')
  await archiveStore(store.id, BY_PERSON)
  await next(({ event }) => event === 'memory_store.archived')
  expect(events).toMatchObject([
    { id: '1', event: 'memory.created', data: { memory_version: { path: '/a', content: null } } },
    { id: '2', event: 'memory_store.archived', data: { memory_version: null } },
  ])
  const { memory_version: _, ...data } = events[0]?.data ?? {}
  expect(data).toEqual({
    type: 'memory.created',
    sequence: 1,
    memory_store_id: store.id,
    created_at: expect.any(String) as string,
    actor: { type: 'user_actor', user_id: 'user_local' },
    session_id: null,
    batch_id: null,
  })
})

test('listeners that come and go amid many writes hear all once', async ({ listen, store }) => {
  const total = 120
  const writing = Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (let i = 0; i < total / 6; i++) await write(store.id, `/${writer}/${i}`)
    }),
  )
  const heard: string[] = []
  while (heard.length < total) {
    const wanted = String(Math.min(heard.length + 17, total))
    const { next, events, leave } = await listen(eventsOf(store.id), {
      lastId: heard.at(-1) ?? '0',
    })
    await next(({ id }) => id === wanted)
    leave()
    heard.push(...events.map(({ id }) => id))
  }
  await writing
  expect(heard).toEqual(numbers(total))
})

test('fifty listeners hear the same, of one store, in one order', async ({ listen, store }) => {
  const listeners = await Promise.all(numbers(50).map(() => listen(eventsOf(store.id))))
  await write((await createStore({ name: 'another' })).id, '/elsewhere')
  await Promise.all(numbers(20).map((name) => write(store.id, `/${name}`)))
  await Promise.all(listeners.map(({ next }) => next(({ id }) => id === '20')))
  for (const { events } of listeners) expect(events.map(({ id }) => id)).toEqual(numbers(20))
})

test('the stream of a store that is deleted ends', async ({ listen, store }) => {
  await write(store.id, '/a')
  const { next, ended, events } = await listen(eventsOf(store.id, '?after=0'))
  await next(() => true)
  await deleteStore(store.id, BY_PERSON)
  await ended
  expect(events).toHaveLength(1)
})

test('a number ahead of the store is refused with where the store is', async ({ ask, store }) => {
  await write(store.id, '/a')
  const message = 'after: 7 is ahead of this store, which is at 1; read it anew'
  const refusal = { status: 400, body: { error: { type: 'invalid_request_error', message } } }
  expect(await ask('GET', eventsOf(store.id, '?after=7'))).toMatchObject(refusal)
  const resumed = { 'last-event-id': '7' }
  expect(await ask('GET', eventsOf(store.id), undefined, resumed)).toMatchObject(refusal)
})

test.for(['x', '-1', '1.5', '9'.repeat(30)])(
  'the number %s is refused',
  async (after, { ask, store }) => {
    const { status, body } = await ask('GET', eventsOf(store.id, `?after=${after}`))
    const message = expect.stringMatching(/^after: /) as string
    expect([status, body.error]).toMatchObject([400, { message }])
  },
)

test('a key has 64 streams, and is told when to come back', async ({ as, listen, store }) => {
  const { headers, call } = await as({ access: 'read' })
  for (const _ of numbers(64)) await listen(eventsOf(store.id), { headers })
  const refusal = await call('GET', eventsOf(store.id))
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await refusal.json()).toMatchObject({ error: { type: 'rate_limit_error' } })
})
