import { expect, test } from 'vitest'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore, updateStore } from './change-stores'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { whoWrites } from './who-writes'

const now = Date.UTC(2026, 4, 20, 12)

onBothDatabases((current) => {
  const write = (storeId: string, at: number, by: string, content: string) =>
    applyMoment(current(), {
      storeId,
      at,
      batch: null,
      steps: [{ op: 'write', path: '/a', content }],
      cause: { actor: { type: 'session', id: by } },
    })

  test('who wrote is listed with the changes of each day, who wrote most first', async () => {
    const db = current()
    const storeId = (await createStore(db, { name: 'Written' })).id
    await write(storeId, now - 9 * DAY_MS, 'sesn_old', '0')
    await write(storeId, now - 2 * DAY_MS, 'sesn_a', '1')
    await write(storeId, now - DAY_MS, 'sesn_b', '2')
    await write(storeId, now - DAY_MS, 'sesn_b', '3')
    await write(storeId, now, 'sesn_b', '4')
    await write(storeId, now + DAY_MS, 'sesn_c', '5')
    // A change of the store's own fields writes no memory.
    await updateStore(db, { storeId, name: 'Renamed', cause: { actor: LOCAL_USER_ACTOR } })
    const { writers, actorCount } = await whoWrites(db, { storeId, days: 3, limit: 2, now })
    expect(actorCount).toBe(3)
    expect(writers).toEqual([
      { actor: { type: 'session', id: 'sesn_b' }, days: [0, 2, 1], changes: 3 },
      { actor: { type: 'session', id: 'sesn_a' }, days: [1, 0, 0], changes: 1 },
    ])
    const all = await whoWrites(db, { storeId, days: 3, limit: 9, now })
    expect(all.writers[2]?.days).toEqual([0, 0, 1])
  })

  test('of a store to which nobody wrote lately nobody is listed', async () => {
    const db = current()
    const storeId = (await createStore(db, { name: 'Still' })).id
    await write(storeId, now - 9 * DAY_MS, 'sesn_old', '0')
    expect(await whoWrites(db, { storeId, days: 3, limit: 2, now })).toEqual({
      writers: [],
      actorCount: 0,
    })
  })
})
