import type { Client } from '@modelcontextprotocol/client'
import { createMemory, putMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore, deleteStore, updateStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect } from '@/tests/support/fixtures'
import { callTool, messageOf, test } from '@/tests/support/mcp-client'
import { redacted } from '@/tests/support/redacted'
import { written } from '@/tests/support/written'

const REF = { type: 'ref/resource' as const, uri: 'memory://{store}/{+path}' }

const make = (name: string) => createStore({ name })

const write = (storeId: string, path: string, content = 'x') =>
  createMemory({ storeId, path, content }, BY_PERSON)

interface Page {
  result: { resources: unknown[]; nextCursor?: string }
}

/** Collects what a client hears; addresses, or `list`. */
function heardBy(client: Client): string[] {
  const heard: string[] = []
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    heard.push('list')
  })
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri)
  })
  return heard
}

describe('resources', () => {
  test('are listed by 100, store by store, with size and time, and each is read', async ({
    as,
    peer,
  }) => {
    const first = await make('First')
    const second = await make('Second')
    const texts = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`/n/${String(at).padStart(3, '0')}.md`, 'x']),
    )
    for (const { id } of [first, second]) await written(id, texts)
    const storeIds = [first.id, second.id]
    const { headers } = await as({ storeIds })
    const client = await peer({ headers })
    const { resources } = await client.listResources()
    expect(resources).toHaveLength(120)
    const { ask: post } = await as()
    const ask = async (cursor?: string) => {
      const { body, headers: sent } = messageOf('resources/list', { ...(cursor && { cursor }) })
      const answer = await post<Page>('POST', '/mcp', body, { ...headers, ...sent })
      return answer.body.result
    }
    const one = await ask()
    expect(one.resources).toHaveLength(100)
    const two = await ask(one.nextCursor)
    expect(two.resources).toHaveLength(20)
    expect(two.nextCursor).toBeUndefined()
    expect(resources[0]).toMatchObject({ uri: 'memory://first/n/000.md', size: 1 })
    expect(resources[0]?.annotations?.lastModified).toMatch(/Z$/)
    const { contents } = await client.readResource({ uri: 'memory://second/n/001.md' })
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: 'x' }])
    for (const uri of ['memory://second/a%00', 'memory://third/a', 'file:///etc/passwd']) {
      await expect(client.readResource({ uri })).rejects.toThrow('There is no memory at')
    }
    const place = JSON.stringify([second.id, '/\0'])
    for (const cursor of ['nonsense', Buffer.from(place).toString('base64url')]) {
      await expect(client.listResources({ cursor })).rejects.toThrow('not one of this')
    }
  })

  test('have odd names in their addresses', async ({ peer, store }) => {
    await write(store.id, '/ü b/c?#.md', 'odd')
    const client = await peer({ key: { storeIds: [store.id] } })
    const [resource] = (await client.listResources()).resources
    const { contents } = await client.readResource({ uri: resource?.uri ?? '' })
    expect(contents).toMatchObject([{ text: 'odd' }])
  })

  test('that were read are read to the stale rule, too', async ({ peer, store }) => {
    await write(store.id, '/a.md', 'a person’s')
    const headers = { 'palimpsest-session': 'reader' }
    const client = await peer({ headers, key: { access: 'write', storeIds: [store.id] } })
    const [resource] = (await client.listResources()).resources
    await client.readResource({ uri: resource?.uri ?? '' })
    const overwrite = { path: '/a.md', content: 'an agent’s' }
    expect(await callTool(client, 'memory_write', overwrite)).toMatchObject({ isError: false })
  })

  test('are completed: stores, and paths in them', async ({ peer }) => {
    const notes = await make('Notes')
    const other = await make('Other')
    for (const path of ['/plans/a.md', '/plans/b.md', '/z.md']) await write(notes.id, path)
    const client = await peer({ key: { storeIds: [notes.id, other.id] } })
    const values = async (name: string, value: string, store?: string) => {
      const context = store === undefined ? {} : { context: { arguments: { store } } }
      return (await client.complete({ ref: REF, argument: { name, value }, ...context })).completion
        .values
    }
    expect(await values('store', 'N')).toEqual(['notes'])
    expect(await values('path', 'plans/', 'notes')).toEqual(['plans/a.md', 'plans/b.md'])
    expect(await values('path', 'plans/')).toEqual([])
    expect(await values('path', '', 'nobody')).toEqual([])
  })
})

describe('a subscription', () => {
  test('tells of lists and of named memories under both addresses, and of nothing in other stores', async ({
    peer,
  }) => {
    const notes = await make('Notes')
    const elsewhere = await make('Elsewhere')
    const { id: memoryId } = await write(notes.id, '/a.md')
    const client = await peer({ key: { storeIds: [notes.id] } })
    const heard = heardBy(client)
    const byId = `memory://${notes.id}/a.md`
    const subscription = await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: ['memory://notes/a.md', byId, 'memory://elsewhere/a.md'],
    })
    await write(elsewhere.id, '/a.md')
    await putMemory({ storeId: notes.id, path: '/a.md', content: 'new' }, BY_PERSON)
    await expect.poll(() => heard).toEqual(['memory://notes/a.md', byId])
    await updateMemory({ storeId: notes.id, memoryId, path: '/b.md' }, BY_PERSON)
    await expect.poll(() => heard).toContain('list')
    expect(heard).not.toContain('memory://elsewhere/a.md')
    await subscription.close()
  })

  test('of who sees all stores tells of new ones, of other names, redacted ones too, and of those that go', async ({
    peer,
  }) => {
    const client = await peer()
    const heard = heardBy(client)
    const subscription = await client.listen({ resourcesListChanged: true })
    const lists = () => heard.filter((each) => each === 'list').length
    const { id } = await make('New')
    await expect.poll(lists).toBe(1)
    await updateStore(id, { name: 'Newer' }, BY_PERSON)
    await expect.poll(lists).toBe(2)
    expect((await peer()).getInstructions()).toContain('newer')
    await redacted('Newer')
    await expect.poll(lists).toBe(3)
    expect((await peer()).getInstructions()).not.toContain('newer')
    await deleteStore(id, BY_PERSON)
    await expect.poll(lists).toBe(4)
    await subscription.close()
  })

  test('is one of at most 64 of a key; who leaves makes room', async ({ peer, store }) => {
    const client = await peer({ key: { storeIds: [store.id] } })
    const listen = () => client.listen({ resourcesListChanged: true })
    const open = await Promise.all(Array.from({ length: 64 }, listen))
    await expect(listen()).rejects.toThrow('There are at most 64 streams a key')
    await open.pop()?.close()
    const another = () =>
      listen().then(
        (subscription) => open.push(subscription) > 0,
        () => false,
      )
    await expect.poll(another).toBe(true)
    await Promise.all(open.map((each) => each.close()))
  })
})

test('an address, a cursor, a name and an argument that are too long are refused', async ({
  peer,
}) => {
  const client = await peer()
  const long = 'a'.repeat(8_193)
  const veryLong = 'a'.repeat(100_001)
  const refused = (field: string) => `${field}: must be at most`
  await expect(client.readResource({ uri: long })).rejects.toThrow(refused('uri'))
  await expect(client.listResources({ cursor: long })).rejects.toThrow(refused('cursor'))
  await expect(client.getPrompt({ name: long })).rejects.toThrow(refused('name'))
  const what = { name: 'remember_this', arguments: { what: veryLong } }
  await expect(client.getPrompt(what)).rejects.toThrow(refused('what'))
  const argument = { name: 'store', value: long }
  await expect(client.complete({ ref: REF, argument })).rejects.toThrow(refused('value'))
})

const LONG = '/é'.repeat(1_400)

test.for<[tools: string, tool: string, input: Record<string, unknown>]>([
  ['documents', 'memory_list', { path_prefix: LONG }],
  ['documents', 'memory_list', { after: LONG }],
  ['documents', 'memory_search', { query: LONG }],
  ['documents', 'memory_read', { path: LONG }],
  ['documents', 'memory_write', { path: LONG, content: '' }],
  ['documents', 'memory_edit', { path: LONG, old_str: 'a' }],
  ['documents', 'memory_delete', { path: LONG }],
  ['documents', 'memory_move', { path: LONG, new_path: '/a' }],
  ['documents', 'memory_move', { path: '/a', new_path: LONG }],
  ['documents', 'memory_move', { path: '/a', new_path: '/b', store: LONG }],
  ['memory', 'memory', { command: 'view', path: LONG }],
  ['memory', 'memory', { command: 'rename', old_path: '/memories/a', new_path: LONG }],
])(
  'over %s, %s refuses %j: a path, a name and a query have 4,096 bytes',
  async (row, { peer, store }) => {
    const [tools, tool, input] = row
    const client = await peer({
      query: `?tools=${tools}`,
      key: { access: 'write', storeIds: [store.id] },
    })
    const { text, isError } = await callTool(client, tool, input)
    expect(isError).toBe(true)
    expect(text).toMatch(/^Error: Invalid input: \w+ must be at most 4,096 bytes long/)
  },
)

test('prompts are those that a key can follow, in words', async ({ peer }) => {
  const client = await peer()
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['start_with_memory', 'remember_this', 'tidy_up'])
  const { messages } = await client.getPrompt({
    name: 'remember_this',
    arguments: { what: 'tea at four' },
  })
  expect(messages).toMatchObject([{ role: 'user', content: { text: /tea at four/ } }])
  const reader = await peer({ query: '?access=read' })
  expect((await reader.listPrompts()).prompts).toHaveLength(1)
  await expect(reader.getPrompt({ name: 'tidy_up' })).rejects.toThrow('There is no prompt tidy_up')
})

test('instructions are short, however many stores there are', async ({ peer }) => {
  const names = Array.from({ length: 60 }, (_, at) => `Store of project ${at}`)
  const storeIds = await Promise.all(names.map(async (name) => (await make(name)).id))
  const client = await peer({ key: { storeIds } })
  const instructions = client.getInstructions() ?? ''
  expect(instructions.length).toBeLessThanOrEqual(800)
  expect(instructions).toContain('There are 60 stores')
})
