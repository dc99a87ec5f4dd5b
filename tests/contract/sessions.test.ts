import { db, write } from '@/lib/db'
import { deleteSession } from '@/lib/sessions/change-session'
import { viewOf } from '@/lib/sessions/log'
import { findSessions } from '@/lib/sessions/sessions'
import { writersOf } from '@/lib/store/actors'
import { archiveStore, createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { vi } from 'vitest'
import { describe, expect } from '@/tests/support/fixtures'
import { create, DONE, gate, say as words } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { refused } from '@/tests/support/refused'
import { message } from '@/tests/support/messages'
import { test as talking } from '@/tests/support/talk'

/** Sessions on the wire, as the official SDK has them. */

const server = modelServer()

const LONG = 'This is long enough to come in a good many pieces of the stream.'

const attaches = (memory_store_id: string, more: object = {}) => ({
  type: 'memory_store' as const,
  memory_store_id,
  ...more,
})

/** The official SDK’s client as a script has it, and a session that it opens: as asked, with these resources. */
const test = talking
  .extend('sessions', async ({ as }) => (await as()).sdk.beta.sessions)
  .extend('open', ({ sessions }) => (asked: object, ...resources: object[]) => {
    const usual = { agent: 'm', environment_id: 'env_any', resources }
    return sessions.create({ ...usual, ...asked } as never)
  })

describe('a session is created', () => {
  test('with its stores, as they are called then', async ({ open, sessions, store }) => {
    const session = await open(
      { agent: 'some-model', title: 'First', metadata: { team: 'a' } },
      attaches(store.id, { access: 'read_only', instructions: 'Look here.' }),
    )
    expect(session).toMatchObject({
      type: 'session',
      title: 'First',
      status: 'idle',
      metadata: { team: 'a' },
      agent: { model: { id: 'some-model' }, execution_identity: { type: 'service_account' } },
      resources: [
        {
          type: 'memory_store',
          memory_store_id: store.id,
          name: store.name,
          access: 'read_only',
          instructions: 'Look here.',
          mount_path: '/memories',
        },
      ],
    })
    expect(await sessions.retrieve(session.id)).toEqual(session)
  })

  test('with an agent that says what it is, and whether it asks', async ({ open }) => {
    const policy = { permission_policy: { type: 'always_ask' } }
    const tools = [{ type: 'agent_toolset_20260401', default_config: policy }]
    const session = await open({ agent: { model: 'some-model', system: 'Be brief.', tools } })
    expect(session.agent).toMatchObject({ model: { id: 'some-model' }, system: 'Be brief.' })
    expect(session).toMatchObject({ palimpsest: { approval: 'always_ask' } })
  })

  test('with what was said first, which is its title', async ({ open, sessions }) => {
    const initial_events = [message('Hello there\nand more')]
    const session = await open({ agent: server.scripted(DONE), initial_events })
    const row = () => sessions.retrieve(session.id)
    await expect.poll(row).toMatchObject({ title: 'Hello there', status: 'idle' })
  })

  test('with the preview’s name for instructions', async ({ open, store }) => {
    const session = await open({}, attaches(store.id, { prompt: 'Follow these.' }))
    expect(session.resources).toMatchObject([{ instructions: 'Follow these.' }])
  })

  test.for<[string, object, RegExp]>([
    ['a file', { resources: [{ type: 'file', file_id: 'file_1' }] }, /not served here/],
    ['vaults', { vault_ids: ['vlt_1'] }, /vaults are not served here/],
    ['a budget', { budget: { usd: 1 } }, /budgets are not served here/],
    ['MCP servers', { agent: { model: 'm', mcp_servers: [{}] } }, /MCP servers are not served/],
    ['skills', { agent: { model: 'm', skills: [{}] } }, /skills are not served here/],
    ['an agent of elsewhere', { agent: 'agent_0123456789' }, /no agent agent_0123456789 here/],
    ['no agent', { agent: undefined }, /agent/],
    ['no model', { agent: { system: 'x' } }, /must have a model/],
    ['an unknown setting', { palimpsest: { tool_set: 'bash' } }, /tool_set: must be memory, /],
    ['an unknown store', { resources: [attaches('memstore_none')] }, /memstore_none/],
    ['an empty message', { initial_events: [message(' ')] }, /must not be empty/],
  ])('not with %s', async ([, asked, why], { open }) => {
    const before = await db.session.count()
    const { status, message: told } = await refused(open(asked))
    expect([400, 404]).toContain(status)
    expect(told).toMatch(why)
    expect(await db.session.count()).toBe(before)
  })

  test('with eight stores at most, none twice, none archived', async ({ open, store }) => {
    const ids: string[] = []
    while (ids.length < 9) ids.push((await createStore({ name: `S${ids.length}` })).id)
    const opening = (all: string[], more = {}) => open({}, ...all.map((id) => attaches(id, more)))
    expect((await opening(ids.slice(0, 8))).resources).toHaveLength(8)
    const why = async (...asked: Parameters<typeof opening>) =>
      (await refused(opening(...asked))).message
    expect(await why(ids)).toMatch(/at most 8/)
    expect(await why([store.id, store.id])).toMatch(/can be attached once/)
    expect(await why([store.id], { instructions: 'x'.repeat(4_097) })).toMatch(/at most 4096/)
    await archiveStore(store.id, BY_PERSON)
    expect(await why([store.id])).toMatch(/archived/)
  })
})

describe('sessions are listed', () => {
  test('by store, state and order, a page at a time', async ({ open, sessions, store }) => {
    const made: string[] = []
    while (made.length < 3) made.push((await open({}, attaches(store.id))).id)
    await sessions.archive(made[1] ?? '')
    const listed = async (query: object) => {
      const ids: string[] = []
      const all = sessions.list({ memory_store_id: store.id, limit: 1, ...query })
      for await (const { id } of all) ids.push(id)
      return ids
    }
    expect(await listed({})).toEqual([made[2], made[0]])
    expect(await listed({ order: 'asc', include_archived: true })).toEqual(made)
    expect(await listed({ statuses: ['running'] })).toEqual([])
    expect(await listed({ statuses: ['idle', 'running'] })).toHaveLength(2)
    const terminated = { statuses: ['terminated'], include_archived: true }
    expect(await listed(terminated)).toEqual([made[1]])
    // As on the page, where the database does not tell which are meant.
    const found = await findSessions({ storeId: store.id, limit: 1 }, ({ id }) => id === made[0])
    expect(found).toMatchObject({ items: [{ id: made[0] }], next: null })
  })

  test('by their time, with open and closed ends; so are events', async ({
    open,
    sessions,
    store,
  }) => {
    const made: string[] = []
    for (const second of [1, 2, 3]) {
      const { id } = await open({}, attaches(store.id))
      const data = { createdAt: new Date(second * 1_000) }
      await write((tx) => tx.session.update({ where: { id }, data }))
      made.push(id)
    }
    const at = (milliseconds: number) => new Date(milliseconds).toISOString()
    const between = async (range: object) => {
      const { data } = await sessions.list({ memory_store_id: store.id, order: 'asc', ...range })
      return data.map(({ id }) => made.indexOf(id))
    }
    const first = at(1_000)
    const last = at(3_000)
    expect(await between({ 'created_at[gt]': first, 'created_at[lt]': last })).toEqual([1])
    expect(await between({ 'created_at[gte]': first, 'created_at[lt]': last })).toEqual([0, 1])
    expect(await between({ 'created_at[gt]': first, 'created_at[lte]': last })).toEqual([1, 2])
    const soon = { 'created_at[gt]': 'soon' }
    expect(await refused(sessions.list(soon))).toMatchObject({ status: 400 })
    expect(await refused(sessions.events.list(made[0] ?? '', soon))).toMatchObject({ status: 400 })
  })

  test('to a key that sees some stores only where all of theirs are', async ({
    open,
    as,
    store,
  }) => {
    const other = await createStore({ name: 'other' })
    const own = await open({}, attaches(store.id))
    const both = await open({}, attaches(store.id), attaches(other.id))
    const none = await open({})
    const limited = (await as({ access: 'write', storeIds: [store.id] })).sdk.beta.sessions
    expect((await limited.list()).data.map(({ id }) => id)).toEqual([own.id])
    for (const { id } of [both, none]) {
      expect(await refused(limited.retrieve(id))).toMatchObject({ status: 404 })
    }
  })
})

describe('events', () => {
  test('are listed by type and order, a page at a time', async ({ talk }) => {
    const { id, say, sessions } = await talk(server.scripted(DONE))
    const all = (await say('Hi')).map((event) => event.id)
    const listed = async (query: object) => {
      const ids: string[] = []
      for await (const event of sessions.events.list(id, { limit: 2, ...query })) ids.push(event.id)
      return ids
    }
    expect(await listed({})).toEqual(all)
    expect(await listed({ order: 'desc' })).toEqual(all.toReversed())
    expect(await listed({ types: ['user.message', 'agent.message'] })).toHaveLength(2)
  })

  test.for<[string, object[], RegExp]>([
    ['with one that is wrong', [message('Hi'), message('')], /must not be empty/],
    ['of a type that is not served', [{ type: 'user.define_outcome' }], /others are not served/],
    ['with an image', [{ type: 'user.message', content: [{ type: 'image' }] }], /must be text/],
    ['that are none', [], /must not be empty/],
    ['that are too many', Array.from({ length: 101 }, () => message('Hi')), /at most 100/],
  ])('are taken all or none: not %s', async ([, events, why], { talk }) => {
    const { id, sessions } = await talk(server.scripted())
    const sent = sessions.events.send(id, { events: events as never })
    expect(await refused(sent)).toMatchObject({
      status: 400,
      message: expect.stringMatching(why) as string,
    })
    expect((await sessions.events.list(id)).data).toEqual([])
  })

  test('are followed after a number, without gap or double', async ({ talk, listen }) => {
    const { id, by, say } = await talk(server.scripted(DONE, DONE))
    const stream = `/v1/sessions/${id}/events/stream`
    const { length } = await say('Hi')
    const { headers } = by
    const resumed = await listen(stream, { headers, lastId: '2' })
    const fresh = await listen(stream, { headers })
    await say('More')
    const total = (await viewOf(id)).length
    for (const [listener, from] of [[resumed, 3] as const, [fresh, length + 1] as const]) {
      await listener.next((event) => event.id === String(total))
      const numbers = Array.from({ length: total - from + 1 }, (_, at) => String(from + at))
      expect(listener.events.map((event) => event.id)).toEqual(numbers)
    }
  })

  test('are not followed after a number that is ahead', async ({ talk }) => {
    const { id, by } = await talk(server.scripted())
    const headers = { 'last-event-id': '7' }
    const answer = await by.ask('GET', `/v1/sessions/${id}/events/stream`, undefined, headers)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('ahead of this session') as string } },
    })
  })

  test('come as they are generated where that is asked for', async ({ talk, listen }) => {
    const { opened, open } = gate()
    const held = { parts: [words(LONG)], holdAfter: 4, until: opened }
    const { id, by, send } = await talk(server.scripted(held))
    const stream = `/v1/sessions/${id}/events/stream?event_deltas[]=agent.message`
    const { events, next } = await listen(stream, { headers: by.headers })
    await send('Go')
    await next(({ event }) => event === 'event_delta')
    open()
    await next(({ event }) => event === 'session.status_idle')
    const at = events.findIndex(({ event }) => event === 'agent.message')
    const before = events.slice(0, at).filter(({ event }) => event.startsWith('event_'))
    const after = events.slice(at).filter(({ event }) => event.startsWith('event_'))
    expect(after).toEqual([])
    expect(before[0]?.data).toMatchObject({ event: { id: events[at]?.data.id } })
    const told = before.flatMap(({ data }) => {
      const { delta } = data as { delta?: { content: { text: string } } }
      return delta?.content.text ?? ''
    })
    expect(LONG.startsWith(told.join(''))).toBe(true)
    expect(told.join('')).not.toBe('')
  })

  test('begin with what is being generated for whoever comes later', async ({ talk, listen }) => {
    const { opened, open } = gate()
    const held = { parts: [words(LONG)], holdAfter: 4, until: opened }
    const { id, by, send, rest } = await talk(server.scripted(held))
    const follow = () => listen(`/v1/sessions/${id}/events/stream?event_deltas[]=agent.message`, by)
    const first = await follow()
    await send('Go')
    await first.next(({ event }) => event === 'event_delta')
    const second = await follow()
    const { data } = await second.next(({ event }) => event === 'event_delta')
    expect(data).toMatchObject({
      delta: { content: { text: expect.stringMatching(/^This is/) as string } },
    })
    open()
    await rest()
  })

  test('are listed once, also a message whose turn came meanwhile', async ({ talk }) => {
    const { opened, open } = gate()
    const model = server.scripted({ parts: [words(LONG)], holdAfter: 4, until: opened }, DONE)
    const { id, sessions, send, rest } = await talk(model)
    await send('Go')
    await server.asked(model)
    await send('And then')
    const read = db.sessionEvent.findMany
    const reading = vi.spyOn(db.sessionEvent, 'findMany').mockImplementationOnce((asked) => {
      open()
      return rest().then(() => read(asked)) as never
    })
    const { data } = await sessions.events.list(id)
    reading.mockRestore()
    expect(data.filter(({ type }) => type === 'user.message')).toHaveLength(2)
  })

  test('end with the session, and say so', async ({ talk, listen }) => {
    const { id, by, sessions } = await talk(server.scripted())
    const { events, next, ended } = await listen(`/v1/sessions/${id}/events/stream`, by)
    await sessions.delete(id)
    await next(({ event }) => event === 'session.deleted')
    await ended
    expect(events).toHaveLength(1)
  })
})

describe('a session that', () => {
  test('is archived can only be read', async ({ talk }) => {
    const { id, sessions, by } = await talk(server.scripted())
    const archived = await sessions.archive(id)
    expect(archived).toMatchObject({ status: 'terminated' })
    expect(await sessions.archive(id)).toEqual(archived)
    const changes = [
      () => sessions.events.send(id, { events: [message('Hi')] }),
      () => sessions.update(id, { title: 'x' }),
    ]
    for (const change of changes) {
      expect((await refused(change())).message).toMatch(/archived/)
    }
    expect((await by.call('POST', `/v1/sessions/${id}/continue`)).status).toBe(400)
    expect((await sessions.retrieve(id)).id).toBe(id)
  })

  test('is archived while it runs stays so', async ({ talk }) => {
    const model = server.scripted({ silent: true })
    const { id, send, sessions, next } = await talk(model)
    await send('Go')
    await server.asked(model)
    await sessions.archive(id)
    await next('span.model_request_end')
    expect((await viewOf(id)).at(-1)?.type).not.toBe('session.status_idle')
    expect(await sessions.retrieve(id)).toMatchObject({ status: 'terminated' })
  })

  test('is deleted while it runs leaves nothing, and asks no more', async ({ talk }) => {
    const model = server.scripted({ silent: true })
    const { id, send, sessions } = await talk(model)
    await send('Go')
    await server.asked(model)
    await sessions.delete(id)
    expect(await refused(sessions.retrieve(id))).toMatchObject({ status: 404 })
    expect(await db.sessionEvent.count({ where: { sessionId: id } })).toBe(0)
    expect(await db.lease.count({ where: { name: `session:${id}` } })).toBe(0)
  })

  test('wrote something is named there by its agent and its title, and by this once gone', async ({
    talk,
    store,
  }) => {
    const { id, say } = await talk(server.scripted({ parts: [create('/memories/a', 'x')] }, DONE))
    await say('Write it down')
    const named = async () => {
      const rows = await db.version.findMany({ where: { storeId: store.id } })
      return (await writersOf(rows))(rows[0] as never)
    }
    const title = 'Write it down'
    expect(await named()).toMatchObject({
      type: 'session',
      id,
      name: expect.stringMatching(/^scripted/) as string,
      title,
    })
    await deleteSession(id)
    expect(await named()).toMatchObject({ type: 'session', id, name: title })
  })

  test('has nothing to go on with does not', async ({ talk }) => {
    const { id, by, say } = await talk(server.scripted(DONE))
    await say('Hi')
    const { status, body } = await by.ask('POST', `/v1/sessions/${id}/continue`)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: /nothing to go on with/ } },
    })
  })
})
