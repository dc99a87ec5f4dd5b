import { removeMemory } from '@/lib/store/change-memories'
import { recordRead, flushReads } from '@/lib/store/reads'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listFolder, treeOf, treeSince } from '@/lib/store/tree'
import { storeFigures } from '@/lib/store/overview'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, numberOf, written } from '@/tests/support/written'

const names = (listing: Awaited<ReturnType<typeof listFolder>>) => [
  ...listing.folders.map(({ path, memories }) => `${path}/ ${memories}`),
  ...listing.memories.map(({ path }) => path),
]

describe('a folder', () => {
  test('shows its folders with all that is below them, then its memories', async ({ store }) => {
    const { id: storeId } = store
    await written(storeId, { '/b.md': 'x', '/a/1.md': 'xx', '/a/b/2.md': 'xxx', '/a0.md': 'x' })
    const root = await listFolder({ storeId, folder: '' })
    expect(names(root)).toEqual(['/a/ 2', '/a0.md', '/b.md'])
    expect(root.folders[0]).toEqual({ path: '/a', memories: 2, bytes: 5 })
    expect(names(await listFolder({ storeId, folder: '/a' }))).toEqual(['/a/b/ 1', '/a/1.md'])
  })

  test('that holds nothing but another one is that other one', async ({ store }) => {
    const { id: storeId } = store
    const chain = {
      '/p/q/r/1.md': '1',
      '/p/q/r/s/2.md': '2',
      '/one/two/3.md': '3',
      '/z/y/4': '4',
      '/z/x/5': '5',
    }
    await written(storeId, chain)
    const root = await listFolder({ storeId, folder: '' })
    expect(names(root)).toEqual(['/one/two/ 1', '/p/q/r/ 2', '/z/ 2'])
  })

  test('is in the order of people: numbers count, folders of chains among the others', async ({
    store,
  }) => {
    const { id: storeId } = store
    await written(storeId, { '/10/a/b/x': '', '/9/x': '', '/v10': '', '/v9': '', '/V1': '' })
    expect(names(await listFolder({ storeId, folder: '' }))).toEqual([
      '/9/ 1',
      '/10/a/b/ 1',
      '/V1',
      '/v9',
      '/v10',
    ])
  })

  test('is told as it was at a moment, by names that share a beginning apart', async ({
    store,
  }) => {
    const { id: storeId } = store
    await written(storeId, { '/a/1.md': 'x', '/a-b/2.md': 'x' })
    const then = await numberOf(storeId)
    await written(storeId, { '/a/1.md': null, '/a/c/3.md': 'x' })
    expect(names(await listFolder({ storeId, folder: '/a' }))).toEqual(['/a/c/ 1'])
    expect(names(await listFolder({ storeId, folder: '/a', at: then }))).toEqual(['/a/1.md'])
    expect(names(await listFolder({ storeId, folder: '', at: then }))).toEqual(['/a/ 1', '/a-b/ 1'])
  })
})

describe('the tree of a store', () => {
  test('tells of each memory who changed it, what is to review and what was read', async ({
    store,
  }) => {
    const { id: storeId } = store
    const [own] = await written(storeId, { '/mine.md': 'x' })
    await written(storeId, { '/theirs.md': 'x' }, { by: AGENT })
    if (own) recordRead(own, AGENT)
    await flushReads()
    const { memories, sequence, hasMore } = await treeOf(storeId)
    expect({ sequence, hasMore }).toEqual({ sequence: 2, hasMore: false })
    expect(memories).toMatchObject([
      { path: '/mine.md', toReview: false, isRead: true, changedBy: { id: 'user_local' } },
      { path: '/theirs.md', toReview: true, isRead: false, changedBy: { id: 'apikey_agent' } },
    ])
  })

  test('is whole beyond one page, by the bytes of its paths, now and then', async ({ store }) => {
    const { id: storeId } = store
    const many = Object.fromEntries(Array.from({ length: 503 }, (_, n) => [`/f/${n}`, '']))
    await written(storeId, { ...many, '/\u{1f600}': '', '/\uffee': '' })
    const then = await numberOf(storeId)
    await written(storeId, { '/later': '' })
    const paths = async (at?: number) =>
      (await treeOf(storeId, at)).memories.map(({ path }) => path)
    const before = await paths(then)
    expect(before).toHaveLength(505)
    expect(before.slice(-2)).toEqual(['/\uffee', '/\u{1f600}'])
    expect(before.slice(0, 3)).toEqual(['/f/0', '/f/1', '/f/10'])
    expect(await paths()).toEqual([...before.slice(0, -2), '/later', ...before.slice(-2)])
  })

  test('is brought up to date by what changed since, or to be read anew', async ({ store }) => {
    const { id: storeId } = store
    const [one] = await written(storeId, { '/one': '1', '/two': '2' })
    const since = await numberOf(storeId)
    expect(await treeSince(storeId, since)).toEqual({ sequence: 2, changed: [], goneIds: [] })
    await removeMemory({ storeId, path: '/one' }, BY_PERSON)
    await written(storeId, { '/three': '3' }, { by: AGENT })
    expect(await treeSince(storeId, since)).toMatchObject({
      sequence: 4,
      changed: [{ path: '/three', toReview: true }],
      goneIds: [one?.memoryId],
    })
    expect(await treeSince(storeId, 99)).toBeNull()
  })
})

test('the overview tells the largest and newest memories and the folders by size', async ({
  store,
}) => {
  const { id: storeId } = store
  await written(storeId, { '/a/1': 'xxx', '/b/2': 'xxxxx', '/3': 'x' })
  await written(storeId, { '/a/1': 'xxxx' }, { by: AGENT })
  const figures = await storeFigures(storeId, 2)
  expect(figures.largest.map(({ path }) => path)).toEqual(['/b/2', '/a/1'])
  expect(figures.newest.map(({ path, changedBy }) => [path, changedBy.id])).toEqual([
    ['/a/1', 'apikey_agent'],
    ['/3', 'user_local'],
  ])
  expect(figures.folders.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['/b', 5],
    ['/a', 4],
  ])
})
