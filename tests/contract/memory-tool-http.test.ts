import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import { afterAll, describe, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import { createApiKey } from '@/lib/auth/api-keys'
import { palimpsestMemory, type PalimpsestMemory } from '@/lib/memory-tool/client'
import { runMemoryCommand } from '@/lib/memory-tool/run-memory-command'
import { addComment } from '@/lib/review/comments/write-comments'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

const cause: Cause = { actor: { type: 'session', id: 'sesn_111111111111111111111111' } }

interface ToolResult {
  type: string
  content: string
  is_error: boolean
  memory_version_ids: string[]
}

onBothDatabases((current) => {
  let server: TestServer | undefined
  afterAll(async () => server?.close())

  const setUp = async () => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const { url: baseURL } = server
    const { id: storeId } = await createStore(current(), { name: 'Agent' })
    const post = async (body: string, headers: Record<string, string> = {}) =>
      fetch(`${baseURL}/v1/memory_stores/${storeId}/memory_tool`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    const call = async (command: object) => {
      const response = await post(JSON.stringify(command))
      expect(response.status).toBe(200)
      return (await response.json()) as ToolResult
    }
    const versions = async () =>
      (await listVersions(current(), { storeId, limit: 100 })).versions.toReversed()
    const client = (more: Partial<PalimpsestMemory> = {}) =>
      palimpsestMemory({ baseURL, storeId, ...more })
    return { baseURL, storeId, post, call, versions, client }
  }

  const withKey = async (access: 'read' | 'write', storeIds: string[] | null = null) =>
    (await createApiKey(current(), { name: access, access, storeIds })).secret

  const view = { command: 'view', path: '/memories' } as const
  const create = { command: 'create' as const, path: '/memories/a.md', file_text: 'a' }

  describe('the memory tool over HTTP', () => {
    test('tells below its answer what a person asks to be fixed in the memory', async () => {
      const { call, versions, storeId } = await setUp()
      await call({ command: 'create', path: '/memories/a.md', file_text: 'one\ntwo\n' })
      const [version] = await versions()
      await addComment(current(), {
        storeId,
        versionId: version?.id ?? '',
        lines: { from: 2, to: 2 },
        disposition: 'fix',
        text: 'Write three here.',
        by: LOCAL_USER_ACTOR,
      })
      const { content } = await call({ command: 'view', path: '/memories/a.md' })
      expect(content).toMatch(/\ttwo\n\n<system-reminder>[^]*\/memories\/a\.md, line 2:\n {2}Write/)
      expect((await call(view)).content).not.toContain('Write three')
    })

    test('answers each command with the ids of the versions that it wrote, one for each memory touched', async () => {
      const { call, versions } = await setUp()
      const commands = [
        { command: 'create', path: '/memories/d/a.md', file_text: 'a\n' },
        { command: 'create', path: '/memories/d/e/b.md', file_text: 'b\n' },
        { command: 'view', path: '/memories/d' },
        { command: 'view', path: '/memories/d/a.md', view_range: [1, -1] },
        { command: 'str_replace', path: '/memories/d/a.md', old_str: 'a', new_str: 'A' },
        { command: 'str_replace', path: '/memories/d/a.md', old_str: 'A', new_str: 'A' },
        { command: 'insert', path: '/memories/d/a.md', insert_line: 1, insert_text: 'x' },
        { command: 'rename', old_path: '/memories/d', new_path: '/memories/f' },
        { command: 'delete', path: '/memories/f' },
      ]
      const results: ToolResult[] = []
      for (const command of commands) results.push(await call(command))
      expect(results.every(({ type }) => type === 'memory_tool_result')).toBe(true)
      expect(results.map((result) => result.memory_version_ids.length)).toEqual([
        1, 1, 0, 0, 1, 0, 1, 2, 2,
      ])
      expect(results.flatMap((result) => result.memory_version_ids)).toEqual(
        (await versions()).map(({ id }) => id),
      )
    })

    test("answers a model's mistake as a result with is_error, not as a failed request", async () => {
      const { call, versions } = await setUp()
      expect(await call({ command: 'delete', path: '/memories/none' })).toEqual({
        type: 'memory_tool_result',
        content: 'Error: The path /memories/none does not exist',
        is_error: true,
        memory_version_ids: [],
      })
      expect(await call({ command: 7 })).toMatchObject({
        content: expect.stringMatching(/^Error: Invalid input: unknown command 7;/) as string,
        is_error: true,
      })
      expect(await versions()).toEqual([])
    })

    test.each(['', '{}', '[]', '"view"', '{"command":"view"'])(
      'refuses the body %j, which is no command, as a request',
      async (body) => {
        const { post } = await setUp()
        const response = await post(body)
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
      },
    )

    test.each([
      '/etc/passwd',
      '/memories/../etc/passwd',
      '/memories/%2e%2e/a',
      '/memories/%25%32%65/a',
      '/memories/%c0%ae%c0%ae/a',
      '/memories/a\\b',
      '/memories/a\0b',
      '/memories/\ud800',
      '/memories//a',
      '/memories/e\u0301',
      '',
    ])('rejects the path %j as in process, and touches nothing', async (path) => {
      const { call, versions, storeId } = await setUp()
      const mounts = [{ storeId, name: 'agent', access: 'read_write' as const }]
      for (const command of [
        { command: 'view', path },
        { command: 'create', path, file_text: '' },
        { command: 'rename', old_path: path, new_path: '/memories/ok' },
      ]) {
        const inProcess = await runMemoryCommand(current(), { mounts, command, cause })
        expect(inProcess.isError).toBe(true)
        expect(await call(command)).toMatchObject({ content: inProcess.content, is_error: true })
      }
      expect(await versions()).toEqual([])
    })

    test('is read-only to a key that only reads', async () => {
      const { client, versions } = await setUp()
      await client().create(create)
      const reader = client({ apiKey: await withKey('read') })
      expect(await reader.view({ command: 'view', path: '/memories/a.md' })).toMatch(/\ta$/)
      await expect(reader.delete({ command: 'delete', path: '/memories/a.md' })).rejects.toThrow(
        new ToolError('Error: /memories/a.md is read-only'),
      )
      expect(await versions()).toHaveLength(1)
    })
  })

  describe('the client', () => {
    test('writes in the name of its key and its session', async () => {
      const { client, versions } = await setUp()
      const { key, secret } = await createApiKey(current(), {
        name: 'agent',
        access: 'write',
        storeIds: null,
      })
      await client({ apiKey: secret, sessionId: 'sesn_mine' }).create(create)
      expect(await versions()).toMatchObject([
        { createdBy: { type: 'api_key', id: key.id }, sessionId: 'sesn_mine' },
      ])
    })

    test('lets no model write in the name of another session or tool use', async () => {
      const { client, versions } = await setUp()
      const forged = { ...create, session_id: 'sesn_other', tool_use_id: 'toolu_other' }
      await expect(client().create(forged)).rejects.toThrow(
        new ToolError('Error: Invalid input: unknown field session_id, tool_use_id'),
      )
      expect(await versions()).toEqual([])
    })

    test('accepts an address with a trailing slash', async () => {
      const { client, baseURL } = await setUp()
      expect(await client({ baseURL: `${baseURL}/` }).view(view)).toMatch(/\/memories$/)
    })

    test('passes on every character of a text', async () => {
      const { client } = await setUp()
      const text = 'é "quoted" \\n \u2028 \u007f \ufeff 🎉\r\n\tend'
      await client().create({ ...create, file_text: text })
      expect(await client().view({ command: 'view', path: '/memories/a.md' })).toBe(
        `Here's the content of /memories/a.md with line numbers:\n     1\t${text.replace('\n', '\n     2\t')}`,
      )
    })

    test('says why the server refuses the call itself', async () => {
      const { client } = await setUp()
      const failure = async (more: Partial<PalimpsestMemory>, command = create) => {
        const error = await Promise.resolve(client(more).create(command)).catch(
          (thrown: unknown) => thrown,
        )
        expect(error).toBeInstanceOf(Error)
        expect(error).not.toBeInstanceOf(ToolError)
        return (error as Error).message
      }
      const elsewhere = await withKey('write', ['memstore_other'])
      const tooLarge = { ...create, file_text: 'x'.repeat(2_000_000) }
      expect(await failure({ apiKey: 'plk_wrong' })).toMatch(/^the memory server answered 401: ./)
      expect(await failure({ apiKey: elsewhere })).toMatch(/^the memory server answered 404: ./)
      expect(await failure({ storeId: 'memstore_none' })).toMatch(
        /^the memory server answered 404: ./,
      )
      expect(await failure({}, tooLarge)).toMatch(
        /^the memory server answered 413: The body must be at most \d+ bytes\.$/,
      )
    })

    test('says the status where the server gives no reason', async () => {
      const { client } = await setUp()
      const proxy = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })
      await expect(client({ fetch: proxy }).view(view)).rejects.toThrow(
        new Error('the memory server answered 502'),
      )
    })

    test('is used by many at once, and loses nothing', async () => {
      const { client, storeId, versions } = await setUp()
      await createMemory(current(), { storeId, path: '/log.md', content: '', cause })
      const agents = Array.from({ length: 16 }, (_, index) =>
        client({ sessionId: `sesn_${index}` }),
      )
      await Promise.all(
        agents.map(async (agent, index) =>
          agent.insert({
            command: 'insert',
            path: '/memories/log.md',
            insert_line: 0,
            insert_text: `agent ${index}`,
          }),
        ),
      )
      const seen = await client().view({ command: 'view', path: '/memories/log.md' })
      const lines = (seen as string).split('\n').slice(1)
      expect(lines.map((line) => line.split('\t')[1]).sort()).toEqual(
        agents.map((_, index) => `agent ${index}`).sort(),
      )
      expect(await versions()).toHaveLength(17)
    })
  })
})
