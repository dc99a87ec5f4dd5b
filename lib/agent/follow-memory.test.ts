import { describe, expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore, deleteStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { createSession } from './create-session'
import { followMemory, knownSequences, type MemoryNews } from './follow-memory'

onBothDatabases((current) => {
  describe('the memory of a session', () => {
    test('reports every change of its stores, its own and others’, and when one is deleted', async () => {
      const db = current()
      const [one, two] = [
        await createStore(db, { name: 'One' }),
        await createStore(db, { name: 'Two' }),
      ]
      const stores = [one, two].map(({ id }) => ({ storeId: id }))
      const session = await createSession(db, {
        settings: { model: 'practice' },
        stores,
        openedBy: LOCAL_USER_ACTOR,
      })
      const leaving = new AbortController()
      const heard: MemoryNews[] = []
      const news = followMemory(db, { sessionId: session.id, signal: leaving.signal })
      const hear = async (count: number) => {
        while (heard.length < count) {
          const next = await news.next()
          if (next.done) return
          heard.push(next.value)
        }
      }
      await hear(2)
      expect(heard).toEqual(
        expect.arrayContaining([
          { kind: 'now', storeId: one.id, sequence: 0 },
          { kind: 'now', storeId: two.id, sequence: 0 },
        ]),
      )
      const person = { type: 'user', id: 'user_111111111111111111111111' } as const
      const own = { type: 'session', id: session.id } as const
      const write = (storeId: string, path: string, cause: { actor: typeof person | typeof own }) =>
        createMemory(db, { storeId, path, content: 'x', cause })
      await write(one.id, '/by-another.md', { actor: person })
      await hear(3)
      await write(two.id, '/own.md', {
        actor: own,
        ...{ sessionId: session.id, toolUseId: 'sevt_1' },
      })
      await hear(4)
      await deleteStore(db, { storeId: one.id, cause: { actor: person } })
      await hear(5)
      expect(heard.slice(2)).toEqual([
        { kind: 'changed', storeId: one.id, sequence: 1, path: '/by-another.md', isOwn: false },
        { kind: 'changed', storeId: two.id, sequence: 1, path: '/own.md', isOwn: true },
        { kind: 'gone', storeId: one.id },
      ])
      leaving.abort()
      expect((await news.next()).done).toBe(true)
    })

    test('is followed from what a page knows of it, so that nothing in between is missed', async () => {
      const db = current()
      const [kept, gone] = [
        await createStore(db, { name: 'Kept' }),
        await createStore(db, { name: 'Gone' }),
      ]
      const cause = { actor: LOCAL_USER_ACTOR }
      const session = await createSession(db, {
        settings: { model: 'practice' },
        stores: [{ storeId: kept.id }, { storeId: gone.id }],
        openedBy: LOCAL_USER_ACTOR,
      })
      await createMemory(db, { storeId: kept.id, path: '/before.md', content: 'x', cause })
      await deleteStore(db, { storeId: gone.id, cause })
      const known = await knownSequences(db, [kept.id, gone.id])
      expect(known).toEqual({ [kept.id]: 1 })
      await createMemory(db, { storeId: kept.id, path: '/between.md', content: 'x', cause })
      const leaving = new AbortController()
      const follow = { sessionId: session.id, after: known, signal: leaving.signal }
      const heard: MemoryNews[] = []
      for await (const each of followMemory(db, follow)) {
        if (heard.push(each) === 3) break
      }
      leaving.abort()
      expect(heard).toEqual(
        expect.arrayContaining([
          { kind: 'gone', storeId: gone.id },
          { kind: 'now', storeId: kept.id, sequence: 1 },
          { kind: 'changed', storeId: kept.id, sequence: 2, path: '/between.md', isOwn: false },
        ]),
      )
    })
  })
})
