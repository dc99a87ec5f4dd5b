import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { busiestMemories } from './change-facets'
import { createMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '../model/actor'

onBothDatabases((current) => {
  test('the memories that changed most come first, of what the log is narrowed to', async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const by = { actor: LOCAL_USER_ACTOR }
    const once = await createMemory(current(), { storeId, path: '/a.md', content: '1', cause: by })
    const often = await createMemory(current(), { storeId, path: '/b.md', content: '1', cause: by })
    const cause = { actor: LOCAL_API_ACTOR }
    const change = (memoryId: string, content: string) =>
      updateMemory(current(), { storeId, memoryId, content, cause })
    await change(often.id, '2')
    await change(often.id, '3')
    const of = { storeId, limit: 5 }
    const counts = async (input: Parameters<typeof busiestMemories>[1]) =>
      (await busiestMemories(current(), input)).map(({ path, count }) => [path, count])
    expect(await counts(of)).toEqual([
      ['/b.md', 3],
      ['/a.md', 1],
    ])
    expect(await counts({ ...of, limit: 1 })).toEqual([['/b.md', 3]])
    expect(await counts({ ...of, actorId: LOCAL_API_ACTOR.id })).toEqual([['/b.md', 2]])
    expect(await counts({ ...of, pathStart: '/a' })).toEqual([['/a.md', 1]])
    expect(once.path).toBe('/a.md')
  })
})
