import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { compressAll } from '../background/version-compressor'
import { createMemory, updateMemory } from '../memories/change-memories'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { createStore } from '../stores/change-stores'
import { storesWithText, storesWithWords } from './stores-with-text'

const cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  const storeWith = async (path: string, ...contents: [string, ...string[]]) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const [first, ...later] = contents
    const { id: memoryId } = await createMemory(db, { storeId, path, content: first, cause })
    for (const content of later) await updateMemory(db, { storeId, memoryId, content, cause })
    return storeId
  }

  test('a text is looked for where it stands or stood, and in no other indexed store', async () => {
    const db = current()
    const now = await storeWith('/a.md', 'the Budget of May\n')
    const before = await storeWith('/b.md', 'the budget\n', 'nothing\n')
    const never = await storeWith('/c.md', 'a cluster\n')
    await compressAll(db)
    const storeIds = [now, before, never]
    expect(await storesWithText(db, { storeIds, query: 'budget' })).toEqual(new Set([now, before]))
    expect(await storesWithText(db, { storeIds: [never], query: 'budget' })).toEqual(new Set())
    const newest = await storeWith('/d.md', 'not indexed yet\n')
    expect(await storesWithText(db, { storeIds: [...storeIds, newest], query: 'budget' })).toEqual(
      new Set([now, before, newest]),
    )
  })

  test('paths have all words of three letters or more; shorter ones may be anywhere', async () => {
    const db = current()
    const one = await storeWith('/plans/budget.md', 'x\n')
    const other = await storeWith('/plans/cluster.md', 'y\n')
    await compressAll(db)
    const storeIds = [one, other]
    const withWords = (...words: string[]) => storesWithWords(db, { storeIds, words })
    expect(await withWords('plans', 'budget')).toEqual(new Set([one]))
    expect(await withWords('plans')).toEqual(new Set(storeIds))
    expect(await withWords('zz')).toEqual(new Set(storeIds))
    expect(await withWords('budget', 'cluster')).toEqual(new Set())
  })

  test('a text that no index can find is refused', async () => {
    const ask = async () => storesWithText(current(), { storeIds: [], query: 'ab' })
    await expect(ask()).rejects.toMatchObject({ problem: { kind: 'invalid_input' } })
  })
})
