import { removeMemory } from '@/lib/store/change-memories'
import { restoreVersion } from '@/lib/store/versions'
import { recordRead, flushReads } from '@/lib/store/reads'
import { BY_PERSON } from '@/lib/store/model/actor'
import { treeOf, treeSince } from '@/lib/store/tree'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, numberOf, written } from '@/tests/support/written'

describe('the tree of a store', () => {
  test('tells of each memory its size and last change, and whether its text was read', async ({
    storeId,
  }) => {
    const [own] = await written(storeId, { '/mine.md': 'x' })
    await written(storeId, { '/theirs.md': 'x' }, { by: AGENT })
    if (own) recordRead(own, AGENT)
    await flushReads()
    const { memories, sequence, hasMore } = await treeOf(storeId)
    expect({ sequence, hasMore }).toEqual({ sequence: 2, hasMore: false })
    expect(memories).toMatchObject([
      { path: '/mine.md', size: 1, sequence: 1, isRead: true },
      { path: '/theirs.md', size: 1, sequence: 2, isRead: false },
    ])
  })

  test('is whole beyond one page, by the bytes of its paths, now and then', async ({ storeId }) => {
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

  test('is brought up to date by what changed since, or to be read anew', async ({ storeId }) => {
    await written(storeId, { '/one': '1', '/two': '2' })
    const since = await numberOf(storeId)
    expect(await treeSince(storeId, since)).toEqual({ sequence: 2, changed: [], gone: [] })
    await removeMemory({ storeId, path: '/one' }, BY_PERSON)
    await written(storeId, { '/two': '22', '/three': '3' }, { by: AGENT })
    const news = await treeSince(storeId, since)
    expect(news).toMatchObject({ sequence: 5, changed: [{ path: '/three' }, { path: '/two' }] })
    expect(news?.gone.sort()).toEqual(['/one', '/two'])
    expect(await treeSince(storeId, 99)).toBeNull()
  })

  test('keeps what lies where a memory lay that came back elsewhere', async ({ storeId }) => {
    await written(storeId, { '/a': '1' })
    const first = await written(storeId, { '/b': '1' })
    await written(storeId, { '/a': null })
    await written(storeId, { '/a': 'another' })
    const since = await numberOf(storeId)
    await removeMemory({ storeId, path: '/b' }, BY_PERSON)
    await restoreVersion({ storeId, versionId: first[0]?.id ?? '' }, BY_PERSON)
    expect(await treeSince(storeId, since)).toMatchObject({
      changed: [{ path: '/b' }],
      gone: ['/b'],
    })
  })
})
