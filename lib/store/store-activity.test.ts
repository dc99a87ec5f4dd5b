import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from './apply-moment'
import { createStore } from './create-store'
import { getStore } from './get-store'
import { storeActivity } from './store-activity'

const DAY_MS = 86_400_000
const now = Date.UTC(2026, 4, 20, 12)

onBothDatabases((current) => {
  test('a store’s activity counts the changes of each day, and names who was last', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Busy' })
    const write = (at: number, path: string, by: string) =>
      applyMoment(db, {
        storeId,
        at,
        batch: null,
        steps: [{ op: 'write', path, content: path }],
        cause: { actor: { type: 'session', id: by } },
      })
    await write(now - 9 * DAY_MS, '/too-old', 'sesn_a')
    await write(now - 2 * DAY_MS, '/a', 'sesn_a')
    await write(now - 2 * DAY_MS + 1, '/b', 'sesn_a')
    await write(now, '/c', 'sesn_b')
    const store = await getStore(db, storeId)
    expect(await storeActivity(db, store, { days: 4, now })).toEqual({
      days: [0, 2, 0, 1],
      lastActor: { type: 'session', id: 'sesn_b' },
    })
  })

  test('of a store in which nothing happened nobody was last', async () => {
    const db = current()
    const { id } = await createStore(db, { name: 'Still' })
    const activity = await storeActivity(db, await getStore(db, id), { days: 2, now })
    expect(activity).toEqual({ days: [0, 0], lastActor: null })
  })
})
