import { expect } from 'vitest'
import { archiveStore, createStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { MAX_MEMORY_BYTES } from '@/lib/store/model/limits'
import { db } from '@/lib/db'
import { flushReads } from '@/lib/store/reads'
import { listVersions } from '@/lib/store/versions'
import { agentView } from '@/lib/memory-tool/agent-view'
import { mountsOf } from '@/lib/memory-tool/paths'
import { describe, test } from '@/tests/support/fixtures'
import { answerOf, attached, BY_SESSION } from '@/tests/support/memory-tool'

describe('view of a directory', () => {
  const header = (path: string) =>
    `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`

  test('names the directory and, two levels deep and sorted by path, its entries', async () => {
    const { call, create } = await attached()
    await create('/b.md', 'x'.repeat(1536))
    await create('/a/one.md', 'abc')
    await create('/a/deep/er/two.md', '12345')
    await create('/a-b.md', '')
    expect(await call({ command: 'view', path: '/memories' })).toBe(
      [
        header('/memories'),
        '1.5K\t/memories',
        '0B\t/memories/a-b.md',
        '8B\t/memories/a/',
        '5B\t/memories/a/deep/',
        '3B\t/memories/a/one.md',
        '1.5K\t/memories/b.md',
      ].join('\n'),
    )
  })

  test('leaves out hidden items and node_modules at both levels, but shows them if asked for', async () => {
    const { call, create } = await attached()
    await create('/.secret/x.md', '1')
    await create('/a/.hidden', '22')
    await create('/a/node_modules/m.js', '333')
    await create('/node_modules/n.js', '4444')
    expect(await call({ command: 'view', path: '/memories' })).toBe(
      [header('/memories'), '10B\t/memories', '5B\t/memories/a/'].join('\n'),
    )
    expect(await call({ command: 'view', path: '/memories/.secret' })).toBe(
      [header('/memories/.secret'), '1B\t/memories/.secret', '1B\t/memories/.secret/x.md'].join(
        '\n',
      ),
    )
  })

  test('of an empty store shows only the root, also with a trailing slash', async () => {
    const { call } = await attached()
    const empty = [header('/memories'), '0B\t/memories'].join('\n')
    expect(await call({ command: 'view', path: '/memories' })).toBe(empty)
    expect(await call({ command: 'view', path: '/memories/' })).toBe(empty)
  })

  test('takes no view_range', async () => {
    const { call } = await attached()
    expect(await call({ command: 'view', path: '/memories', view_range: [1, 2] })).toEqual({
      error: 'Error: Invalid input: view_range is for files, and this is a directory',
    })
  })
})

describe('view of a file', () => {
  const header = "Here's the content of /memories/a.md with line numbers:"

  test.each([
    ['one\ntwo\n', '     1\tone\n     2\ttwo'],
    ['one\ntwo', '     1\tone\n     2\ttwo'],
    ['one\n\n', '     1\tone\n     2\t'],
    ['', '     1\t'],
    ['\n', '     1\t'],
    ['a\r\nб\t세\n', '     1\ta\r\n     2\tб\t세'],
  ])('numbers the lines of %j', async (text, lines) => {
    const { call, create } = await attached()
    await create('/a.md', text)
    expect(await call({ command: 'view', path: '/memories/a.md' })).toBe(`${header}\n${lines}`)
  })

  test.each([
    [[2, 3], '     2\t2\n     3\t3'],
    [[3, -1], '     3\t3\n     4\t4'],
    [[4, 99], '     4\t4'],
    [[1, 1], '     1\t1'],
  ])('shows the lines %j', async (range, lines) => {
    const { call, create } = await attached()
    await create('/a.md', '1\n2\n3\n4\n')
    expect(await call({ command: 'view', path: '/memories/a.md', view_range: range })).toBe(
      `${header}\n${lines}`,
    )
  })

  test.each([[[0, 2]], [[5, 6]], [[3, 2]], [[1, 0]], [[2, -2]], [[5, -1]]])(
    'refuses the lines %j of a file of four',
    async (range) => {
      const { call, create } = await attached()
      await create('/a.md', '1\n2\n3\n4\n')
      expect(await call({ command: 'view', path: '/memories/a.md', view_range: range })).toEqual({
        error: `Error: Invalid \`view_range\` parameter: [${range.join(', ')}]. It should be within the range of lines of the file: [1, 4]`,
      })
    },
  )

  test('refuses a path where nothing exists', async () => {
    const { call } = await attached()
    expect(await call({ command: 'view', path: '/memories/none.md' })).toEqual({
      error: 'The path /memories/none.md does not exist. Please provide a valid path.',
    })
  })

  test('refuses more than 999,999 lines', async () => {
    const { call, create } = await attached({ memoryBytes: MAX_MEMORY_BYTES })
    await create('/a.md', '\n'.repeat(1_000_000))
    expect(await call({ command: 'view', path: '/memories/a.md' })).toEqual({
      error: 'File /memories/a.md exceeds maximum line limit of 999,999 lines.',
    })
  })

  test('counts as read by the session, once a view', async () => {
    const { call, create, contentOf, store } = await attached()
    await create('/a.md', 'x')
    await contentOf('/a.md')
    await call({ command: 'view', path: '/memories/a.md' })
    await call({ command: 'view', path: '/memories/a.md' })
    await call({ command: 'view', path: '/memories' })
    await flushReads()
    const reads = await db.memoryRead.findMany({ where: { storeId: store.id } })
    expect(reads).toMatchObject([{ count: 2, sessionId: BY_SESSION.sessionId }])
  })
})

describe('create', () => {
  test('writes the file, and one version with the session and the tool call', async () => {
    const { create, contentOf, store } = await attached()
    expect(await create('/a/b.md', 'text\r\n')).toBe(
      'File created successfully at: /memories/a/b.md',
    )
    expect(await contentOf('/a/b.md')).toBe('text\r\n')
    const { items: versions } = await listVersions({ storeId: store.id, limit: 10 })
    expect(versions).toMatchObject([
      {
        operation: 'created',
        actorId: BY_SESSION.actor.id,
        sessionId: BY_SESSION.sessionId,
        toolUseId: 'toolu_1',
      },
    ])
  })

  test.each(['/a.md', '/dir', ''])('refuses the taken path "%s"', async (path) => {
    const { create } = await attached()
    await create('/a.md', 'x')
    await create('/dir/b.md', 'x')
    expect(await create(path, 'y')).toEqual({
      error: `Error: File /memories${path} already exists`,
    })
  })

  test('refuses a file below a file', async () => {
    const { create } = await attached()
    await create('/a.md', 'x')
    expect(await create('/a.md/b.md', 'y')).toEqual({
      error: 'Error: Cannot write /memories/a.md/b.md: /memories/a.md is a file, not a directory',
    })
  })

  test('refuses a text over the size limit, counted in bytes', async () => {
    const { create } = await attached({ memoryBytes: 5 })
    expect(await create('/ok.md', 'éé1')).toBe('File created successfully at: /memories/ok.md')
    expect(await create('/big.md', 'ééé')).toEqual({
      error: 'Error: File /memories/big.md would exceed the maximum size of 5 bytes',
    })
  })
})

describe('str_replace', () => {
  const replace = (old_str: string, new_str?: string) => ({
    command: 'str_replace',
    path: '/memories/a.md',
    old_str,
    ...(new_str === undefined ? {} : { new_str }),
  })

  test('replaces the only occurrence and shows it with two lines either side', async () => {
    const { call, create, contentOf } = await attached()
    await create('/a.md', '1\n2\n3\n4\n5\n6\n7\n')
    expect(await call(replace('4', 'four\nand more'))).toBe(
      'The memory file has been edited.\n     2\t2\n     3\t3\n     4\tfour\n     5\tand more\n     6\t5\n     7\t6',
    )
    expect(await contentOf('/a.md')).toBe('1\n2\n3\nfour\nand more\n5\n6\n7\n')
  })

  test('finds a text that spans lines', async () => {
    const { call, create, contentOf } = await attached()
    await create('/a.md', 'one\ntwo\nthree')
    await call(replace('one\ntwo', '2'))
    expect(await contentOf('/a.md')).toBe('2\nthree')
  })

  test('without new_str removes the text', async () => {
    const { call, create, contentOf } = await attached()
    await create('/a.md', 'keep drop keep')
    await call(replace(' drop'))
    expect(await contentOf('/a.md')).toBe('keep keep')
  })

  test.each([
    ['\ud83c', '\ud83d'],
    ['\udf89', ''],
  ])('does not find half of a character: %j for %j', async (half, other) => {
    const { call, create, contentOf } = await attached()
    await create('/a.md', '🎉')
    expect(await call(replace(half, other))).toEqual({
      error: `No replacement was performed, old_str \`${half}\` did not appear verbatim in /memories/a.md.`,
    })
    expect(await contentOf('/a.md')).toBe('🎉')
  })

  test.each(['$&', '$1', '`backticks`', '\\n', '🎉'])('takes %s literally', async (text) => {
    const { call, create, contentOf } = await attached()
    await create('/a.md', 'a X b')
    await call(replace('X', text))
    expect(await contentOf('/a.md')).toBe(`a ${text} b`)
  })

  test('refuses a text that does not occur', async () => {
    const { call, create } = await attached()
    await create('/a.md', 'x')
    expect(await call(replace('y', 'z'))).toEqual({
      error: 'No replacement was performed, old_str `y` did not appear verbatim in /memories/a.md.',
    })
  })

  test('refuses a text that occurs more than once, and names the line of each occurrence', async () => {
    const { call, create, contentOf } = await attached()
    await create('/a.md', 'x x\ny\nx\n')
    expect(await call(replace('x', 'z'))).toEqual({
      error:
        'No replacement was performed. Multiple occurrences of old_str `x` in lines: 1, 1, 3. Please ensure it is unique',
    })
    expect(await contentOf('/a.md')).toBe('x x\ny\nx\n')
  })

  test.each(['/memories/none.md', '/memories/dir', '/memories'])(
    'refuses %s, which is not a file',
    async (path) => {
      const { call, create } = await attached()
      await create('/dir/x.md', 'x')
      expect(await call({ ...replace('x', 'y'), path })).toEqual({
        error: `Error: The path ${path} does not exist. Please provide a valid path.`,
      })
    },
  )

  test('that changes nothing writes no version', async () => {
    const { call, create, store } = await attached()
    await create('/a.md', 'x')
    await call(replace('x', 'x'))
    const { items: versions } = await listVersions({ storeId: store.id, limit: 10 })
    expect(versions).toHaveLength(1)
  })
})

describe('insert', () => {
  test.each([-1, 3])('refuses the line %i of a file of two', async (line) => {
    const { call, create } = await attached()
    await create('/a.md', 'a\nb\n')
    expect(
      await call({
        command: 'insert',
        path: '/memories/a.md',
        insert_line: line,
        insert_text: 'x',
      }),
    ).toEqual({
      error: `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, 2]`,
    })
  })

  test.each(['/memories/none.md', '/memories/dir'])(
    'refuses %s, which is not a file',
    async (path) => {
      const { call, create } = await attached()
      await create('/dir/x.md', 'x')
      expect(await call({ command: 'insert', path, insert_line: 0, insert_text: 'x' })).toEqual({
        error: `Error: The path ${path} does not exist`,
      })
    },
  )
})

describe('delete', () => {
  test('of a directory deletes everything below it, as versions of one batch', async () => {
    const { call, create, store } = await attached()
    await create('/d/a.md', 'a')
    await create('/d/e/b.md', 'b')
    await create('/dd.md', 'c')
    expect(await call({ command: 'delete', path: '/memories/d/' })).toBe(
      'Successfully deleted /memories/d',
    )
    expect(await call({ command: 'view', path: '/memories' })).toMatch(/1B\t\/memories\/dd.md$/)
    const { items: versions } = await listVersions({
      storeId: store.id,
      operation: 'deleted',
      limit: 10,
    })
    expect(new Set(versions.map((version) => version.batchId)).size).toBe(1)
    expect(versions).toHaveLength(2)
  })

  test.each(['/memories', '/memories/'])('of %s is refused', async (path) => {
    const { call } = await attached()
    expect(await call({ command: 'delete', path })).toEqual({
      error: 'Error: Cannot delete the /memories directory itself',
    })
  })

  test('of nothing is refused', async () => {
    const { call } = await attached()
    expect(await call({ command: 'delete', path: '/memories/none' })).toEqual({
      error: 'Error: The path /memories/none does not exist',
    })
  })
})

describe('rename', () => {
  const rename = (from: string, to: string) => ({
    command: 'rename',
    old_path: `/memories${from}`,
    new_path: `/memories${to}`,
  })

  test('moves a directory with everything below it, and its memories keep their ids', async () => {
    const { call, create, contentOf, store } = await attached()
    await create('/d/a.md', 'a')
    await create('/d/e/b.md', 'b')
    const before = await getMemory({ storeId: store.id, path: '/d/e/b.md' }, 'basic')
    expect(await call(rename('/d', '/x/y'))).toBe(
      'Successfully renamed /memories/d to /memories/x/y',
    )
    expect(await contentOf('/x/y/a.md')).toBe('a')
    const after = await getMemory({ storeId: store.id, path: '/x/y/e/b.md' }, 'basic')
    expect(after.id).toBe(before.id)
  })

  test.each([
    ['/none', '/a.md', 'Error: The path /memories/none does not exist'],
    ['/a.md', '/d', 'Error: The destination /memories/d already exists'],
    ['/a.md', '/a.md', 'Error: The destination /memories/a.md already exists'],
    ['/a.md', '', 'Error: The destination /memories already exists'],
    ['/d', '/d/inside', 'Error: Cannot rename /memories/d into itself'],
    ['', '/x', 'Error: Cannot rename the /memories directory itself'],
    [
      '/d',
      '/a.md/x',
      'Error: Cannot write /memories/a.md/x: /memories/a.md is a file, not a directory',
    ],
  ])('of "%s" to "%s" is refused', async (from, to, error) => {
    const { call, create } = await attached()
    await create('/a.md', 'a')
    await create('/d/b.md', 'b')
    expect(await call(rename(from, to))).toEqual({ error })
  })

  test.each(['', '/', '/../etc', '/%2e%2e', '/a.md', '/a.md/x'])(
    'of nothing to the invalid path "%s" reports the source',
    async (to) => {
      const { call, create } = await attached()
      await create('/a.md', 'a')
      expect(await call(rename('/none', to))).toEqual({
        error: 'Error: The path /memories/none does not exist',
      })
    },
  )

  test('of the root to a path outside reports the source', async () => {
    const { call } = await attached()
    expect(
      await call({ command: 'rename', old_path: '/memories', new_path: '/etc/passwd' }),
    ).toEqual({ error: 'Error: Cannot rename the /memories directory itself' })
  })

  test('of a directory is refused, and moves nothing, if a path below it would be too deep', async () => {
    const { call, create, contentOf } = await attached()
    await create('/d/x.md', 'x')
    await create('/d/e/f.md', 'f')
    const deep = '/y'.repeat(19)
    expect(await call(rename('/d', deep))).toEqual({
      error: `Error: Cannot rename /memories/d to /memories${deep}: a path below it must have at most 20 segments`,
    })
    expect(await contentOf('/d/x.md')).toBe('x')
  })
})

describe('hostile input', () => {
  test.each([
    '/etc/passwd',
    '/memoriesX/a',
    'memories/a',
    '',
    '/memories/../etc',
    '/memories/a/../../b',
    '/memories/./a',
    '/memories//a',
    '/memories/a\\..\\b',
    '/memories/%2e%2e/a',
    '/memories/%2E%2E%2Fa',
    '/memories/%252e%252e%255ca',
    '/memories/%25%32%65%25%32%65/a',
    '/memories/%%32e%%32e/a',
    '/memories/%c0%ae%c0%ae/a',
    '/memories/%C1%9Ca',
    '/memories/%e0%80%af',
    '/memories/%25f0%80%80%ae',
    '/memories/a\0b',
    '/memories/a\u200bb',
    '/memories/e\u0301',
    `/memories/${'x'.repeat(1025)}`,
    `/memories${'/x'.repeat(21)}`,
  ])('the path %j is refused by every command, and nothing is written', async (path) => {
    const { call, store } = await attached()
    const commands = [
      { command: 'view', path },
      { command: 'create', path, file_text: 'x' },
      { command: 'str_replace', path, old_str: 'a', new_str: 'b' },
      { command: 'insert', path, insert_line: 0, insert_text: 'x' },
      { command: 'delete', path },
      { command: 'rename', old_path: path, new_path: '/memories/ok' },
    ]
    for (const command of commands) {
      const answer = await call(command)
      expect(answer).toMatchObject({ error: expect.stringMatching(/^Error: Path /) as string })
      expect(JSON.stringify(answer)).toContain(JSON.stringify(path).slice(1, -1))
    }
    const { items: versions } = await listVersions({ storeId: store.id, limit: 1 })
    expect(versions).toEqual([])
  })

  test('without a command, a call over HTTP is answered as a model is', async ({ as, store }) => {
    const { ask } = await as()
    const path = '/memories'
    const answer = await ask('POST', `/v1/memory_stores/${store.id}/memory_tool`, { path })
    const content = 'Error: Invalid input: the field command is missing'
    expect(answer).toMatchObject({ status: 200, body: { is_error: true, content } })
  })

  test.each([
    [{ command: 'view' }, 'the field path is missing'],
    [{ path: '/memories' }, 'the field command is missing'],
    [
      { command: 'open', path: '/memories' },
      'unknown command "open"; the commands are view, create, str_replace, insert, delete, rename',
    ],
    [{ command: 'view', path: 7 }, 'path must be a string'],
    [{ command: 'view', path: '/memories', deep: 1 }, 'unknown field deep'],
    [
      { command: 'view', path: '/memories', view_range: [1] },
      'view_range must be two whole numbers, [first, last]',
    ],
    [
      { command: 'insert', path: '/memories/a', insert_line: 1.5, insert_text: '' },
      'insert_line must be a whole number',
    ],
    [
      { command: 'insert', path: '/memories/a', insert_line: 1e300, insert_text: '' },
      'insert_line must be at most 9007199254740991',
    ],
    [
      { command: 'str_replace', path: '/memories/a', old_str: '', new_str: 'x' },
      'old_str must not be empty',
    ],
    [{ command: 'delete', path: '/memories/a', file_text: '' }, 'unknown field file_text'],
    ['view', 'the input must be an object'],
  ])('%j is invalid input', async (command, what) => {
    const { call } = await attached()
    expect(await call(command)).toEqual({ error: `Error: Invalid input: ${what}` })
  })

  test('text that is not valid UTF-8 when encoded is invalid input', async () => {
    const { create } = await attached()
    expect(await create('/a.md', 'a\0b')).toEqual({
      error: 'Error: Invalid input: the text must not contain NUL characters',
    })
  })
})

describe('several stores', () => {
  async function two(limits = {}) {
    const notes = await createStore({ name: 'Notes' }, BY_PERSON)
    const rules = await createStore({ name: 'House rules', limits }, BY_PERSON)
    const open = mountsOf([notes, rules])
    const mounts = open.map((mount, index) => ({ ...mount, isReadOnly: index === 1 }))
    await answerOf(open, {
      command: 'create',
      path: '/memories/notes/d/a.md',
      file_text: 'aa',
    })
    await answerOf(open, {
      command: 'create',
      path: '/memories/house-rules/r.md',
      file_text: 'r',
    })
    const call = (command: unknown, by = mounts) => answerOf(by, command)
    return { call, open, rules }
  }

  test('are directories of /memories, also an empty one', async () => {
    const { call, open } = await two()
    const [empty] = mountsOf([await createStore({ name: 'Empty!' }, BY_PERSON)])
    const seen = await call(
      { command: 'view', path: '/memories' },
      [...open, empty].flatMap((each) => each ?? []),
    )
    expect(
      String(seen as string)
        .split('\n')
        .slice(1),
    ).toEqual([
      '3B\t/memories',
      '0B\t/memories/empty-/',
      '1B\t/memories/house-rules/',
      '1B\t/memories/house-rules/r.md',
      '2B\t/memories/notes/',
      '2B\t/memories/notes/d/',
    ])
    expect(await call({ command: 'view', path: '/memories/house-rules/r.md' })).toMatch(/\tr$/)
  })

  test.each([
    [{ command: 'create', path: '/memories/house-rules/x.md', file_text: '' }, '/x.md'],
    [{ command: 'delete', path: '/memories/house-rules/r.md' }, '/r.md'],
    [
      {
        command: 'rename',
        old_path: '/memories/house-rules/r.md',
        new_path: '/memories/house-rules/d',
      },
      '/r.md',
    ],
  ])('that are read-only refuse %j', async (command, path) => {
    const { call } = await two()
    expect(await call(command)).toEqual({
      error: `Error: /memories/house-rules${path} is read-only`,
    })
  })

  test.each([
    ['delete', 'Error: Cannot delete the /memories directory itself'],
    ['rename', 'Error: Cannot rename the /memories directory itself'],
  ])('cannot themselves be the object of %s', async (command, error) => {
    const { call } = await two()
    const paths =
      command === 'delete'
        ? { path: '/memories/notes' }
        : { old_path: '/memories/notes', new_path: '/memories/x' }
    expect(await call({ command, ...paths })).toEqual({ error })
  })

  test('accept no file beside them', async () => {
    const { call } = await two()
    expect(await call({ command: 'create', path: '/memories/x.md', file_text: '' })).toEqual({
      error:
        'Error: /memories/x.md is in no memory store; the stores are /memories/notes, /memories/house-rules',
    })
  })

  test('hold paths of up to twenty segments, not counting their own', async () => {
    const { call, open } = await two()
    const deep = `/memories/notes${'/x'.repeat(20)}`
    expect(await call({ command: 'create', path: deep, file_text: 'deep' }, open)).toBe(
      `File created successfully at: ${deep}`,
    )
    expect(await call({ command: 'view', path: deep })).toMatch(/\tdeep$/)
    const deeper = { command: 'create', path: `${deep}/x`, file_text: '' }
    expect(await call(deeper, open)).toEqual({
      error: `Error: Path ${deep}/x must have at most 20 segments`,
    })
  })

  test('name the path that a text too large for them would have there', async () => {
    const { call, open } = await two({ memoryBytes: 1 })
    const path = '/memories/house-rules/big.md'
    expect(await call({ command: 'create', path, file_text: 'xx' }, open)).toEqual({
      error: `Error: File ${path} would exceed the maximum size of 1 bytes`,
    })
  })

  test('that are archived meanwhile accept no writes', async () => {
    const { call, open, rules } = await two()
    await archiveStore(rules.id, BY_PERSON)
    const path = '/memories/house-rules/x.md'
    expect(await call({ command: 'create', path, file_text: '' }, open)).toEqual({
      error: `Error: ${path} is read-only`,
    })
  })

  test('exchange nothing: a rename from one to another is refused, and moves nothing', async () => {
    const { call, open } = await two()
    const [old_path, new_path] = ['/memories/notes/d', '/memories/house-rules/new']
    expect(await call({ command: 'rename', old_path, new_path }, open)).toEqual({
      error: `Error: Cannot rename ${old_path} to ${new_path}: another memory store`,
    })
    expect(await call({ command: 'view', path: '/memories/notes/d/a.md' })).toMatch(/\taa$/)
    const none = { command: 'rename', old_path: '/memories/notes/none', new_path }
    expect(await call(none, open)).toEqual({
      error: 'Error: The path /memories/notes/none does not exist',
    })
  })
})

test('a full store says so', async () => {
  const { create } = await attached({ memories: 1 })
  await create('/a.md', '')
  expect(await create('/b.md', '')).toEqual({
    error: 'Error: The memory store is full: it may hold at most 1 memories',
  })
})

test('an answer is no longer than the store’s setting, whatever the command', async () => {
  const { call, create } = await attached({ viewCharacters: 1_000 })
  const path = '/memories/a.md'
  await create('/a.md', `one\n${'x'.repeat(3_000)}\n${'y'.repeat(3_000)}\n`)
  const edit = (old_str: string, new_str = '') =>
    call({ command: 'str_replace', path, old_str, new_str })
  const told = async (answer: Promise<unknown>) => JSON.stringify(await answer).length
  const json = '{"error":""}'.length + 2
  for (const old of ['z'.repeat(2_000), 'x'.repeat(1_400)]) {
    const length = await told(edit(old))
    expect([length > 950, length <= 1_000 + json]).toEqual([true, true])
  }
  const edited = (await edit('one', 'two')) as string
  expect(edited).toMatch(/^The memory file has been edited\.\n +1\ttwo\n/)
  expect(edited).toMatch(/\n\[… \d+ characters\]\n/)
  expect([edited.length > 950, edited.length <= 1_000]).toEqual([true, true])
})

test('an archived store is read, and not written', async () => {
  const { call, create, store } = await attached()
  await create('/a.md', 'x')
  await archiveStore(store.id, BY_PERSON)
  expect(await call({ command: 'view', path: '/memories/a.md' })).toMatch(/\tx$/)
  expect(await create('/b.md', 'x')).toEqual({ error: 'Error: /memories/b.md is read-only' })
})

describe("people's view of what an agent sees", () => {
  const seen = async (path: string, limits = {}, files: Record<string, string> = {}) => {
    const { store, call, create } = await attached(limits)
    for (const [each, text] of Object.entries(files)) await create(each, text)
    const content = files[path] ?? ''
    return { call, view: await agentView({ storeId: store.id, path, content }) }
  }

  test('is what the tool answers, for the memory and for its folder', async () => {
    const files = { '/notes/a.md': 'one\ntwo\n', '/notes/deep/b.md': 'b', '/notes/.draft': 'd' }
    const { call, view } = await seen('/notes/a.md', {}, files)
    expect(view.file).toBe(await call({ command: 'view', path: '/memories/notes/a.md' }))
    expect(view.folder.answer).toBe(await call({ command: 'view', path: '/memories/notes' }))
    expect(view.folder.path).toBe('/memories/notes')
    expect(view.folder.hidden).toEqual(['/memories/notes/.draft'])
    expect(view.notSeen).toEqual({ lines: 0, total: 2 })
  })

  test('says how many lines the agent does not see', async () => {
    const content = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')
    const { view } = await seen('/long.md', { viewCharacters: 1_000 }, { '/long.md': content })
    const shown = view.file.split('\n').filter((line) => /^ *\d+\t/.test(line)).length
    expect(view.notSeen).toEqual({ lines: 200 - shown, total: 200 })
  })
})
