import { describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { createMemory, putMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { movePath } from '@/lib/store/memories/change-paths'
import { onSqlite } from '@/tests/support/databases'
import { callTool, type McpPeer } from '@/tests/support/mcp-client'
import { mcpPeers } from '@/tests/support/mcp-peers'

const person = { actor: LOCAL_USER_ACTOR }

const LONG = '/é'.repeat(1_400)

/** Calls of tools with a path, a name or a text to search for of more than 4,096 bytes. */
const TOO_LONG: [set: string, tool: string, input: Record<string, unknown>][] = [
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
  ['memory', 'memory', { command: 'create', path: LONG, file_text: '' }],
  ['memory', 'memory', { command: 'str_replace', path: LONG, old_str: 'a' }],
  ['memory', 'memory', { command: 'insert', path: LONG, insert_line: 0, insert_text: '' }],
  ['memory', 'memory', { command: 'delete', path: LONG }],
  ['memory', 'memory', { command: 'rename', old_path: LONG, new_path: '/memories/a' }],
  ['memory', 'memory', { command: 'rename', old_path: '/memories/a', new_path: LONG }],
]

onSqlite((current) => {
  const serve = mcpPeers(current)
  const setUp = async (names: readonly string[] = ['Notes']) => {
    const { storeId, storeIds, connect: connectWith } = await serve(names)
    // The database is shared by the tests of this file: a key sees one test's stores.
    const { secret: key } = await createApiKey(current(), {
      name: 'a reader',
      access: 'write',
      storeIds,
    })
    const connect = (peer: Partial<McpPeer> = {}) => connectWith({ key, ...peer })
    const write = (path: string, content = 'x', into = storeId) =>
      createMemory(current(), { storeId: into, path, content, cause: person })
    return { storeId, storeIds, connect, write }
  }

  describe('resources', () => {
    test('are listed by 100, store by store, with size and time, and each is read', async () => {
      const { connect, storeIds, write } = await setUp(['First', 'Second'])
      for (let at = 0; at < 120; at++) {
        await write(`/n/${String(at).padStart(3, '0')}.md`, 'x', storeIds[at % 2])
      }
      const client = await connect()
      const { resources: first, nextCursor } = await client.listResources(
        {},
        { cacheMode: 'bypass' },
      )
      expect(first.length).toBe(120)
      expect(nextCursor).toBeUndefined()
      expect(first[0]).toMatchObject({
        uri: 'memory://first/n/000.md',
        size: 1,
      })
      expect(first[0]?.annotations?.lastModified).toMatch(/Z$/)
      const { contents } = await client.readResource({ uri: 'memory://second/n/001.md' })
      expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: 'x' }])
      await expect(client.readResource({ uri: 'memory://second/none' })).rejects.toThrow(
        'no memory',
      )
    })

    test('have odd names in their addresses', async () => {
      const { connect, write } = await setUp()
      await write('/ü b/c?#.md', 'odd')
      const client = await connect()
      const [resource] = (await client.listResources()).resources
      const { contents } = await client.readResource({ uri: resource?.uri ?? '' })
      expect(contents).toMatchObject([{ text: 'odd' }])
    })

    test('are completed: stores, and paths in them', async () => {
      const { connect, write } = await setUp(['Notes', 'Other'])
      await write('/plans/a.md')
      await write('/plans/b.md')
      const client = await connect()
      const ref = { type: 'ref/resource' as const, uri: 'memory://{store}/{+path}' }
      const stores = await client.complete({ ref, argument: { name: 'store', value: 'n' } })
      expect(stores.completion.values).toEqual(['notes'])
      const paths = await client.complete({
        ref,
        argument: { name: 'path', value: 'plans/' },
        context: { arguments: { store: 'notes' } },
      })
      expect(paths.completion.values).toEqual(['plans/a.md', 'plans/b.md'])
    })
  })

  describe('a subscription', () => {
    test('tells of a list that changed, and of the named resource; and of nothing in other stores', async () => {
      const { connect, storeId, write } = await setUp()
      const { id: elsewhere } = await createStore(current(), { name: 'Elsewhere' })
      await write('/a.md')
      const client = await connect()
      const heard: string[] = []
      client.setNotificationHandler('notifications/resources/list_changed', () => {
        heard.push('list')
      })
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        heard.push(params.uri)
      })
      const subscription = await client.listen({
        resourcesListChanged: true,
        resourceSubscriptions: ['memory://notes/a.md', 'memory://elsewhere/a.md'],
      })
      await createMemory(current(), {
        storeId: elsewhere,
        path: '/a.md',
        content: '1',
        cause: person,
      })
      await putMemory(current(), { storeId, path: '/a.md', content: 'new', cause: person })
      await expect.poll(() => heard).toEqual(['memory://notes/a.md'])
      await movePath(current(), { storeId, path: '/a.md', newPath: '/b.md', cause: person })
      await expect.poll(() => heard).toContain('list')
      expect(heard).not.toContain('memory://elsewhere/a.md')
      await subscription.close()
      await expect.poll(() => current().changes.hasListeners).toBe(false)
    })

    test('is one of at most 64 of a key; who leaves makes room', async () => {
      const { connect } = await setUp()
      const client = await connect()
      const listen = () => client.listen({ resourcesListChanged: true })
      const open = await Promise.all(Array.from({ length: 64 }, listen))
      await expect(listen()).rejects.toMatchObject({
        message: expect.stringContaining('A key may have 64 streams open') as string,
        status: 429,
      })
      await open.pop()?.close()
      const another = () =>
        listen().then(
          (subscription) => open.push(subscription) > 0,
          () => false,
        )
      await expect.poll(another).toBe(true)
      await Promise.all(open.map((each) => each.close()))
      await expect.poll(() => current().changes.hasListeners).toBe(false)
    })
  })

  describe('without a key, a subscription', () => {
    test('is one of at most 64 of its program: another program has its own', async () => {
      const { connect } = await setUp()
      const without = (program: string) => connect({ key: undefined, program })
      const [greedy, other] = await Promise.all([without('greedy'), without('other')])
      const listen = () => greedy.listen({ resourcesListChanged: true })
      const open = await Promise.all(Array.from({ length: 64 }, listen))
      await expect(listen()).rejects.toThrow('A program without a key may have 64 streams open')
      open.push(await other.listen({ resourcesListChanged: true }))
      await Promise.all(open.map((each) => each.close()))
      await expect.poll(() => current().changes.hasListeners).toBe(false)
    })

    test('is refused if it names too many addresses, or one that is too long', async () => {
      const { connect } = await setUp()
      const client = await connect({ key: undefined })
      const naming = (resourceSubscriptions: string[]) => client.listen({ resourceSubscriptions })
      const many = Array.from({ length: 1_001 }, (_, at) => `memory://notes/${at}.md`)
      await expect(naming(many)).rejects.toThrow('at most 1000 addresses')
      const long = `memory://notes/${'a'.repeat(8_200)}`
      await expect(naming([long])).rejects.toThrow('of at most 8192 characters')
      expect(current().changes.hasListeners).toBe(false)
    })
  })

  test('an address, a cursor, a name and an argument that are too long are refused', async () => {
    const { connect } = await setUp()
    const client = await connect()
    const [long, veryLong] = ['a'.repeat(8_193), 'a'.repeat(100_001)]
    const refused = (field: string) => `${field}: must be at most`
    await expect(client.readResource({ uri: long })).rejects.toThrow(refused('uri'))
    await expect(client.listResources({ cursor: long })).rejects.toThrow(refused('cursor'))
    await expect(client.getPrompt({ name: long })).rejects.toThrow(refused('name'))
    const what = { name: 'remember_this', arguments: { what: veryLong } }
    await expect(client.getPrompt(what)).rejects.toThrow(refused('what'))
    const completing = client.complete({
      ref: { type: 'ref/prompt', name: 'remember_this' },
      argument: { name: 'store', value: long },
    })
    await expect(completing).rejects.toThrow(refused('value'))
  })

  test('a path, a name and a text to search for have at most 4,096 bytes in every tool', async () => {
    const { connect } = await setUp()
    for (const [set, tool, input] of TOO_LONG) {
      const { text, isError } = await callTool(
        await connect({ query: `?tools=${set}` }),
        tool,
        input,
      )
      expect([tool, isError, text]).toEqual([
        tool,
        true,
        expect.stringMatching(/^Error: Invalid input: \w+:? must be at most 4,096 bytes long/),
      ])
    }
  })

  test('prompts are those that a key can follow', async () => {
    const { connect } = await setUp()
    const client = await connect()
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'start_with_memory',
      'remember_this',
      'tidy_up',
    ])
    const { messages } = await client.getPrompt({
      name: 'remember_this',
      arguments: { what: 'tea at four' },
    })
    expect(messages).toMatchObject([{ role: 'user', content: { text: /tea at four/ } }])
    const reader = await connect({ query: '?access=read' })
    expect((await reader.listPrompts()).prompts).toHaveLength(1)
  })

  test('instructions are short, however many stores there are', async () => {
    const { connect } = await setUp(Array.from({ length: 60 }, (_, at) => `Store of project ${at}`))
    const client = await connect()
    const instructions = client.getInstructions() ?? ''
    expect(instructions.length).toBeLessThanOrEqual(800)
    expect(instructions).toContain('60 stores')
  })
})
