import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { putMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listVersions } from '@/lib/store/versions'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { makeKey } from '@/tests/support/keys'
import { callTool, MODERN, messageOf, newClient, toolsOf } from '@/tests/support/mcp-client'
import { textsOf } from '@/tests/support/written'

/** `palimpsest mcp` as an agent's program starts it. */

const PROGRAM = [path.resolve('bin/palimpsest.mjs'), 'mcp']

const test = base
  /** Makes this process's server the one of the folder's data. */
  .extend('announce', ({ folder }) => (url: string) => {
    mkdirSync(path.join(folder, 'data'), { recursive: true })
    writeFileSync(
      path.join(folder, 'data', 'server.json'),
      JSON.stringify({ url, pid: process.pid }),
    )
  })
  .extend('bridged', async ({ folder, server, announce }, { onCleanup }) => {
    announce(server.url)
    const closing: (() => Promise<void>)[] = []
    onCleanup(async () => void (await Promise.all(closing.map((close) => close()))))
    return async (typed: string[], env: Record<string, string> = {}, mode = MODERN) => {
      const client = newClient('stdio-peer', mode)
      closing.push(() => client.close())
      const environment = {
        PATH: process.env.PATH ?? '',
        DATA_DIR: path.join(folder, 'data'),
        ...env,
      }
      const args = [...PROGRAM, ...typed]
      const program = { command: process.execPath, args, env: environment }
      await client.connect(new StdioClientTransport(program))
      return client
    }
  })
  /** Sends lines to the bridge and closes its input; resolves with its answers. */
  .extend('said', ({ folder }) => async (lines: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, PROGRAM, {
      env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), ...env } as never,
    })
    let out = ''
    child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
    child.stdin.end(lines.map((line) => `${line}\n`).join(''))
    await once(child, 'close')
    return out
      .split('\n')
      .filter(Boolean)
      .map(
        (line) => JSON.parse(line) as { id: unknown; result?: object; error?: { message: string } },
      )
  })

const line = (method: string, params: object = {}) =>
  JSON.stringify(messageOf(method, { ...params }).body)

describe.each([
  ['of 2026-07-28', MODERN],
  ['before', 'legacy' as const],
])('the bridge in the revision %s', (_, mode) => {
  test('passes calls on with key, store, session and tool use', async ({ bridged, store }) => {
    const { id, secret } = await makeKey({ access: 'write', storeIds: [store.id] })
    const env = { PALIMPSEST_KEY: secret, CLAUDE_CODE_SESSION_ID: 'outer-1' }
    const client = await bridged(['--store', store.name], env, mode)
    expect(await toolsOf(client)).toHaveLength(7)
    const written = await callTool(client, 'memory_write', { path: '/ü.md', content: 'x' }, 'tu_1')
    expect(written).toMatchObject({ isError: false })
    const [resource] = (await client.listResources()).resources
    const { contents } = await client.readResource({ uri: resource?.uri ?? '' })
    expect(contents).toMatchObject([{ text: 'x' }])
    const { items } = await listVersions({ storeId: store.id, limit: 10 })
    expect(items).toMatchObject([
      { actorId: id, toolUseId: 'tu_1', sessionId: 'outer-1', client: 'stdio-peer 1.2' },
    ])
  })

  test('tells two agents of one machine without a key apart', async ({ bridged, store }) => {
    const typed = ['--store', store.id]
    const one = await bridged(typed, {}, mode)
    const other = await bridged(typed, {}, mode)
    const write = (client: typeof one, content: string) =>
      callTool(client, 'memory_write', { path: '/a.md', content })
    await write(one, 'one\n')
    await callTool(other, 'memory_read', { path: '/a.md' })
    await write(one, 'one\ntwo\n')
    const refused = await write(other, 'one\nb\n')
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain('     2\ttwo')
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'one\ntwo\n' })
  })

  test('offers less where it is told to', async ({ bridged, store }) => {
    expect(await toolsOf(await bridged(['--read-only'], {}, mode))).toHaveLength(3)
    const typed = ['--tools', 'memory', '--store', store.id]
    expect(await toolsOf(await bridged(typed, {}, mode))).toEqual(['memory'])
  })
})

test('news come through the bridge', async ({ bridged, store }) => {
  const client = await bridged(['--store', store.id])
  const heard: string[] = []
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    heard.push('list')
  })
  const subscription = await client.listen({ resourcesListChanged: true })
  await putMemory({ storeId: store.id, path: '/a.md', content: 'new' }, BY_PERSON)
  await expect.poll(() => heard).toEqual(['list'])
  await subscription.close()
})

test('the bridge finds a server that was started anew', async ({
  bridged,
  announce,
  server,
  store,
}) => {
  const client = await bridged(['--store', store.id])
  announce('http://127.0.0.1:1')
  await expect(callTool(client, 'memory_list', {})).rejects.toThrow('Palimpsest does not answer at')
  announce(server.url)
  expect(await callTool(client, 'memory_list', {})).toMatchObject({ isError: false })
})

test('what is piped into it is answered before it ends; what is no message is told', async ({
  announce,
  said,
  server,
}) => {
  announce(server.url)
  const answers = await said(['no json', line('tools/list')])
  expect(answers).toMatchObject([{ id: null, error: { message: 'Parse error' } }, { id: 1 }])
  expect(answers[1]?.result).toHaveProperty('tools')
})

test('without a server, and where the key is not good, it says so to whoever asks', async ({
  announce,
  folder,
  said,
  server,
}) => {
  announce(server.url)
  rmSync(path.join(folder, 'data', 'server.json'))
  const [none] = await said([line('tools/list')])
  expect(none?.error?.message).toContain('No Palimpsest server runs with this data')
  const env = { PALIMPSEST_URL: `${server.url}/`, PALIMPSEST_KEY: 'plk_bad' }
  const [refused] = await said([line('tools/list')], env)
  expect(refused?.error?.message).toBe('The API key is not valid.')
})

test('options that it does not have are told with its usage', async ({ folder }) => {
  const child = spawn(process.execPath, [...PROGRAM, '--tools', 'all'], {
    env: { ...process.env, DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '' },
  })
  let told = ''
  child.stderr.on('data', (bytes: Buffer) => (told += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).toBe(2)
  expect(told).toContain('--tools takes documents or memory')
  expect(told).toContain('palimpsest mcp')
})
