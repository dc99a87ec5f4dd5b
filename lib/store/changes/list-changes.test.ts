import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from '../stores/change-stores'
import { listChanges } from './list-changes'

const second = (n: number) => 1_700_000_000_000 + n * 1000
const session = (id: string) => ({ actor: { type: 'session' as const, id } })

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const stores = [await createStore(db, { name: 'One' }), await createStore(db, { name: 'Two' })]
    const write = async (store: number, at: number, path: string, by: string) =>
      applyMoment(db, {
        storeId: stores[store]?.id ?? '',
        at: second(at),
        batch: null,
        steps: [{ op: 'write', path, content: path }],
        cause: session(by),
      })
    await write(0, 1, '/a', 'sesn_a')
    await write(1, 2, '/b', 'sesn_b')
    await write(0, 3, '/c', 'sesn_b')
    await write(1, 4, '/d', 'sesn_a')
    return { db, storeIds: stores.map(({ id }) => id) }
  }
  const paths = (page: { changes: { path: string | null }[] }) =>
    page.changes.map(({ path }) => path)

  test('changes of several stores come in order of time, newest first, in pages', async () => {
    const { db } = await setUp()
    const first = await listChanges(db, { limit: 3 })
    expect([paths(first), first.hasMore]).toEqual([['/d', '/c', '/b'], true])
    const after = first.changes.at(-1)
    const rest = await listChanges(db, { limit: 3, after })
    expect([paths(rest), rest.hasMore]).toEqual([['/a'], false])
  })

  test('pages miss nothing and repeat nothing, even with changes at the same time', async () => {
    const db = current()
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await createStore(db, { name })
      const steps = [1, 2, 3, 4].map((n) => ({
        op: 'write' as const,
        path: `/${name}/${n}`,
        content: '',
      }))
      await applyMoment(db, {
        storeId: id,
        at: second(1),
        batch: null,
        steps,
        cause: session('sesn_a'),
      })
    }
    const seen: (string | null)[] = []
    let page = await listChanges(db, { limit: 5 })
    seen.push(...paths(page))
    while (page.hasMore) {
      page = await listChanges(db, { limit: 5, after: page.changes.at(-1) })
      seen.push(...paths(page))
    }
    expect(seen).toHaveLength(12)
    expect(new Set(seen).size).toBe(12)
  })

  test('changes can be filtered by session, operation and store', async () => {
    const { db, storeIds } = await setUp()
    const of = (input: object) => listChanges(db, { limit: 9, ...input })
    expect(paths(await of({ sessionId: 'sesn_b' }))).toEqual(['/c', '/b'])
    expect(paths(await of({ operation: 'deleted' }))).toEqual([])
    expect(paths(await of({ storeId: storeIds[0] }))).toEqual(['/c', '/a'])
  })

  test('changes are found by who made them, where, and when', async () => {
    const { db } = await setUp()
    const found = async (filter: object) => paths(await listChanges(db, { limit: 10, ...filter }))
    expect(await found({ actorId: 'sesn_b' })).toEqual(['/c', '/b'])
    expect(await found({ pathStart: '/c' })).toEqual(['/c'])
    expect(await found({ createdFrom: second(2), createdTo: second(3) })).toEqual(['/c', '/b'])
  })

  test('of many stores those that changed last come first, and none is left out', async () => {
    const db = current()
    const count = 130
    for (let n = 0; n < count; n++) {
      const { id } = await createStore(db, { name: `Store ${n}` })
      await applyMoment(db, {
        storeId: id,
        at: second(n),
        batch: null,
        steps: [{ op: 'write', path: `/${n}`, content: '' }],
        cause: session(n === 3 ? 'sesn_rare' : 'sesn_a'),
      })
    }
    expect(paths(await listChanges(db, { limit: 2 }))).toEqual(['/129', '/128'])
    const all = await listChanges(db, { limit: 200 })
    expect([all.changes.length, all.hasMore]).toEqual([count, false])
    expect(paths(await listChanges(db, { limit: 2, actorId: 'sesn_rare' }))).toEqual(['/3'])
  })
})
