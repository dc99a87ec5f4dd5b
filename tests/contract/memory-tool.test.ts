import { expect } from 'vitest'
import { createStore } from '@/lib/store/change-stores'
import { db } from '@/lib/db'
import { flushReads } from '@/lib/store/reads'
import { listVersions } from '@/lib/store/versions'
import { agentView } from '@/lib/memory-tool/agent-view'
import { mountsOf } from '@/lib/memory-tool/paths'
import { describe, test } from '@/tests/support/fixtures'
import { answerOf, attached, BY_SESSION } from '@/tests/support/memory-tool'

/**
 * What is told of the tool beside a comparison with the SDK's own (`memory-tool-filesystem`) and a model of
 * its page that random commands are held against (`store/memory-tool.property`).
 */

describe('view', () => {
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

describe('delete', () => {
  test('of a directory deletes everything below it, as versions of one batch', async () => {
    const { call, create, store } = await attached()
    await create('/d/a.md', 'a')
    await create('/d/e/b.md', 'b')
    await call({ command: 'delete', path: '/memories/d/' })
    const { items } = await listVersions({ storeId: store.id, operation: 'deleted', limit: 10 })
    expect(items.map(({ path }) => path)).toEqual(['/d/e/b.md', '/d/a.md'])
    expect(new Set(items.map(({ batchId }) => batchId)).size).toBe(1)
  })
})

describe('rename', () => {
  const rename = (from: string, to: string) => ({
    command: 'rename',
    old_path: `/memories${from}`,
    new_path: `/memories${to}`,
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
  test('without a command, a call over HTTP is answered as a model is', async ({ ask, store }) => {
    const path = '/memories'
    const answer = await ask('POST', `/v1/memory_stores/${store.id}/memory_tool`, { path })
    const content = 'Error: Invalid input: the field command is missing'
    expect(answer).toMatchObject({ status: 200, body: { is_error: true, content } })
  })

  test.each([
    [{ command: 'view' }, 'the field path is missing'],
    [{ command: 'view', path: 7 }, 'path must be a string'],
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
    ['view', 'the input must be an object'],
    [
      { command: 'create', path: '/memories/a', file_text: 'a\0b' },
      'the text must not contain NUL characters',
    ],
  ])('%j is invalid input', async (command, what) => {
    const { call } = await attached()
    expect(await call(command)).toEqual({ error: `Error: Invalid input: ${what}` })
  })
})

test('of several stores each holds paths of up to twenty segments, not counting its own', async () => {
  const stores = [await createStore({ name: 'Notes' }), await createStore({ name: 'House rules' })]
  const create = (path: string, file_text: string) =>
    answerOf(mountsOf(stores), { command: 'create', path: `/memories${path}`, file_text })
  const deep = `/notes${'/x'.repeat(20)}`
  expect(await create(deep, 'deep')).toBe(`File created successfully at: /memories${deep}`)
  expect(await create(`${deep}/x`, '')).toEqual({
    error: `Error: Path /memories${deep}/x must have at most 20 segments`,
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

test('what people are shown of an agent’s view is what the tool answers, for a memory and its folder', async () => {
  const { store, call, create } = await attached()
  const content = 'one\ntwo\n'
  await create('/notes/a.md', content)
  await create('/notes/.draft', 'd')
  expect(await agentView({ storeId: store.id, path: '/notes/a.md', content })).toMatchObject({
    file: await call({ command: 'view', path: '/memories/notes/a.md' }),
    folder: {
      answer: await call({ command: 'view', path: '/memories/notes' }),
      path: '/memories/notes',
      hidden: ['/memories/notes/.draft'],
    },
    notSeen: { lines: 0, total: 2 },
  })
})
