import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import type { Database } from '@/lib/db/database'
import { type MemoryTool, palimpsestMemory, palimpsestMemoryTool } from '@/lib/memory-tool/client'
import { memoryTool, memoryToolHandlers } from '@/lib/memory-tool/memory-tool-handlers'
import type { Mount } from '@/lib/memory-tool/mount'
import { archiveStore, createStore } from '@/lib/store/stores/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import { getMemory } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { type MessagesApi, serveMessages } from '@/tests/support/messages-api'

const session = 'sesn_111111111111111111111111'
const cause: Cause = { actor: { type: 'session', id: session } }

/** Input, the string that the model gets, and whether it is an error. */
type Turn = [input: Record<string, unknown>, content: string, isError?: true]

const at = (path: string) => `/memories${path}`
const missing = (path: string) =>
  `The path ${at(path)} does not exist. Please provide a valid path.`

/** The turns in order: each command as it succeeds, and each failure on the memory tool page. */
const CONVERSATION: Turn[] = [
  [
    { command: 'view', path: '/memories' },
    "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories",
  ],
  [
    { command: 'create', path: at('/d/a.md'), file_text: 'one\ntwo two\nэто 🎉\n' },
    'File created successfully at: /memories/d/a.md',
  ],
  [
    { command: 'view', path: at('/d/a.md') },
    "Here's the content of /memories/d/a.md with line numbers:\n     1\tone\n     2\ttwo two\n     3\tэто 🎉",
  ],
  [
    { command: 'view', path: at('/d/a.md'), view_range: [2, -1] },
    "Here's the content of /memories/d/a.md with line numbers:\n     2\ttwo two\n     3\tэто 🎉",
  ],
  [
    { command: 'str_replace', path: at('/d/a.md'), old_str: 'one\ntwo', new_str: '1\n2' },
    'The memory file has been edited.\n     1\t1\n     2\t2 two\n     3\tэто 🎉',
  ],
  [
    { command: 'str_replace', path: at('/d/a.md'), old_str: ' two' },
    'The memory file has been edited.\n     1\t1\n     2\t2\n     3\tэто 🎉',
  ],
  [
    { command: 'insert', path: at('/d/a.md'), insert_line: 3, insert_text: '$& `end`' },
    'The file /memories/d/a.md has been edited.',
  ],
  [
    { command: 'rename', old_path: at('/d'), new_path: at('/e') },
    'Successfully renamed /memories/d to /memories/e',
  ],
  [
    { command: 'view', path: '/memories/' },
    "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n25B\t/memories\n25B\t/memories/e/\n25B\t/memories/e/a.md",
  ],
  [{ command: 'view', path: at('/none') }, missing('/none'), true],
  [
    { command: 'view', path: at('/e/a.md'), view_range: [5, 6] },
    'Error: Invalid `view_range` parameter: [5, 6]. It should be within the range of lines of the file: [1, 4]',
    true,
  ],
  [
    { command: 'create', path: at('/e/a.md'), file_text: '' },
    'Error: File /memories/e/a.md already exists',
    true,
  ],
  [
    { command: 'create', path: at('/big.md'), file_text: 'x'.repeat(1001) },
    'Error: File /memories/big.md would exceed the maximum size of 1000 bytes',
    true,
  ],
  [
    { command: 'str_replace', path: at('/e'), old_str: 'a', new_str: 'b' },
    `Error: ${missing('/e')}`,
    true,
  ],
  [
    { command: 'str_replace', path: at('/e/a.md'), old_str: 'no', new_str: 'b' },
    'No replacement was performed, old_str `no` did not appear verbatim in /memories/e/a.md.',
    true,
  ],
  [
    { command: 'create', path: at('/twice.md'), file_text: 'x x\nx' },
    'File created successfully at: /memories/twice.md',
  ],
  [
    { command: 'str_replace', path: at('/twice.md'), old_str: 'x', new_str: 'b' },
    'No replacement was performed. Multiple occurrences of old_str `x` in lines: 1, 1, 2. Please ensure it is unique',
    true,
  ],
  [
    { command: 'insert', path: at('/none'), insert_line: 0, insert_text: '' },
    'Error: The path /memories/none does not exist',
    true,
  ],
  [
    { command: 'insert', path: at('/twice.md'), insert_line: 3, insert_text: '' },
    'Error: Invalid `insert_line` parameter: 3. It should be within the range of lines of the file: [0, 2]',
    true,
  ],
  [{ command: 'delete', path: at('/none') }, 'Error: The path /memories/none does not exist', true],
  [
    { command: 'delete', path: '/memories/' },
    'Error: Cannot delete the /memories directory itself',
    true,
  ],
  [
    { command: 'rename', old_path: '/memories', new_path: at('/x') },
    'Error: Cannot rename the /memories directory itself',
    true,
  ],
  [
    { command: 'rename', old_path: at('/none'), new_path: at('/e') },
    'Error: The path /memories/none does not exist',
    true,
  ],
  [
    { command: 'rename', old_path: at('/twice.md'), new_path: at('/e') },
    'Error: The destination /memories/e already exists',
    true,
  ],
  [
    { command: 'rename', old_path: at('/e'), new_path: at('/e/f') },
    'Error: Cannot rename /memories/e into itself',
    true,
  ],
  [{ command: 'delete', path: at('/e') }, 'Successfully deleted /memories/e'],
]

/** Inputs that no schema would allow, and that are answered all the same. */
const MALFORMED: [input: object, what: string][] = [
  [{}, 'the field command is missing'],
  [{ command: 'open', path: '/memories' }, 'unknown command "open"'],
  [{ command: 'constructor' }, 'unknown command "constructor"'],
  [{ command: '__proto__' }, 'unknown command "__proto__"'],
  [{ command: 'toString', path: '/memories' }, 'unknown command "toString"'],
  [{ command: 'create', path: '/memories/a' }, 'the field file_text is missing'],
  [{ command: 'view', path: '/memories', session_id: 'sesn_x' }, 'unknown field session_id'],
  [{ command: 'view', path: '/memories', tool_use_id: 'toolu_x' }, 'unknown field tool_use_id'],
  [{ command: 'str_replace', path: '/memories/a', old_str: '' }, 'old_str must not be empty'],
]

const resultOf = (turn: number, [, content, isError]: Turn) => ({
  type: 'tool_result',
  tool_use_id: `toolu_${turn}_0`,
  content,
  ...(isError ? { is_error: true } : {}),
})

interface Setting {
  db: Database
  storeId: string
  mounts: Mount[]
  /** of the server, for the forms that need one */
  baseURL: string
}

const FORMS: { form: string; tool: (setting: Setting) => MemoryTool; isNamed: boolean }[] = [
  {
    form: 'betaMemoryTool with the handlers in this process',
    tool: ({ db, mounts }) => betaMemoryTool(memoryToolHandlers(db, { mounts, cause })),
    isNamed: false,
  },
  {
    form: 'betaMemoryTool with the client over HTTP',
    tool: (setting) => betaMemoryTool(palimpsestMemory({ ...setting, sessionId: session })),
    isNamed: false,
  },
  {
    form: 'the tool in this process',
    tool: ({ db, mounts }) => memoryTool(db, { mounts, cause }),
    isNamed: true,
  },
  {
    form: 'the tool of the client over HTTP',
    tool: (setting) => palimpsestMemoryTool({ ...setting, sessionId: session }),
    isNamed: true,
  },
]

onBothDatabases((current) => {
  let server: TestServer | undefined
  let api: MessagesApi | undefined

  afterEach(async () => {
    await api?.close()
    api = undefined
  })
  afterAll(async () => server?.close())

  const setUp = async (): Promise<Setting> => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const settings = { maxContentBytes: 1000 }
    const { id: storeId } = await createStore(current(), { name: 'Agent', settings })
    const mounts: Mount[] = [{ storeId, name: 'agent', access: 'read_write' }]
    return { db: current(), storeId, mounts, baseURL: server.url }
  }

  /** Makes the SDK's runner hold the conversation; returns what the model was sent. */
  const hold = async (tool: MemoryTool, turns: readonly (readonly unknown[])[], stream = false) => {
    api = await serveMessages(turns)
    const client = new Anthropic({ apiKey: 'fake', baseURL: api.url, maxRetries: 0 })
    const runner = client.beta.messages.toolRunner({
      model: 'fake',
      max_tokens: 100,
      tools: [tool],
      messages: [{ role: 'user', content: 'go on' }],
      stream,
    })
    const last = await runner.runUntilDone()
    expect(last.content).toMatchObject([{ type: 'text', text: 'done' }])
    return api
  }

  describe.each(FORMS)('$form', ({ tool, isNamed }) => {
    test('is announced to the model as memory_20250818', async () => {
      const { requests } = await hold(tool(await setUp()), [])
      expect(requests[0]?.tools).toEqual([{ type: 'memory_20250818', name: 'memory' }])
    })

    test("answers each command and each mistake with the page's string, flagged as the page says", async () => {
      const turns = CONVERSATION.map(([input]) => [input])
      const { results } = await hold(tool(await setUp()), turns)
      expect(results()).toEqual(CONVERSATION.map((turn, index) => [resultOf(index, turn)]))
    })

    test('answers the same to a model that streams', async () => {
      const turns = CONVERSATION.map(([input]) => [input])
      const { results } = await hold(tool(await setUp()), turns, true)
      expect(results()).toEqual(CONVERSATION.map((turn, index) => [resultOf(index, turn)]))
    })

    test('answers invalid commands as invalid input', async () => {
      const turns = MALFORMED.map(([input]) => [input])
      const { results } = await hold(tool(await setUp()), turns)
      for (const [index, [, what]] of MALFORMED.entries()) {
        const [result] = results()[index] ?? []
        expect(result?.is_error).toBe(true)
        expect(result?.content).toContain(`Error: Invalid input: ${what}`)
      }
    })

    test('answers all tool uses of a turn, each under its id, and loses no edit of one file', async () => {
      const setting = await setUp()
      const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`)
      const edits = lines.map((line) => ({
        command: 'insert',
        path: '/memories/a.md',
        insert_line: 0,
        insert_text: line,
      }))
      const { results } = await hold(tool(setting), [
        [{ command: 'create', path: '/memories/a.md', file_text: '' }],
        [...edits, { command: 'delete', path: '/memories/none' }, ...edits.slice(0, 1)],
      ])
      const [, answers = []] = results()
      const done = 'The file /memories/a.md has been edited.'
      expect(answers).toEqual([
        ...lines.map((_, index) => ({
          type: 'tool_result',
          tool_use_id: `toolu_1_${index}`,
          content: done,
        })),
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1_12',
          content: 'Error: The path /memories/none does not exist',
          is_error: true,
        },
        { type: 'tool_result', tool_use_id: 'toolu_1_13', content: done },
      ])
      const { content } = await getMemory(setting.db, {
        storeId: setting.storeId,
        path: '/a.md',
        view: 'full',
      })
      expect(content?.trimEnd().split('\n').sort()).toEqual([...lines, 'line 0'].sort())
    })

    test('creates one file where a turn asks for the same one many times', async () => {
      const setting = await setUp()
      const creates = Array.from({ length: 8 }, (_, index) => ({
        command: 'create',
        path: '/memories/a.md',
        file_text: `${index}`,
      }))
      const { results } = await hold(tool(setting), [creates])
      const contents = results()[0]?.map(({ content, is_error }) => [content, is_error]) ?? []
      expect(contents.sort()).toEqual([
        ...Array<unknown>(7).fill(['Error: File /memories/a.md already exists', true]),
        ['File created successfully at: /memories/a.md', undefined],
      ])
      const { versions } = await listVersions(setting.db, { storeId: setting.storeId, limit: 10 })
      expect(versions).toHaveLength(1)
    })

    test('writes versions that name the session, and the tool use where the SDK passes it', async () => {
      const setting = await setUp()
      await hold(tool(setting), [
        [{ command: 'create', path: '/memories/a.md', file_text: 'a' }],
        [
          { command: 'view', path: '/memories/a.md' },
          { command: 'str_replace', path: '/memories/a.md', old_str: 'a', new_str: 'b' },
        ],
      ])
      const { versions } = await listVersions(setting.db, { storeId: setting.storeId, limit: 10 })
      expect(versions.map(({ sessionId, toolUseId }) => [sessionId, toolUseId])).toEqual([
        [session, isNamed ? 'toolu_1_1' : null],
        [session, isNamed ? 'toolu_0_0' : null],
      ])
    })

    test('tells a model that an archived store is read-only', async () => {
      const setting = await setUp()
      await archiveStore(setting.db, { storeId: setting.storeId, cause })
      const input = { command: 'create', path: '/memories/a.md', file_text: '' }
      const { results } = await hold(tool(setting), [[input]])
      expect(results()).toEqual([
        [resultOf(0, [input, 'Error: /memories/a.md is read-only', true])],
      ])
    })
  })
})
