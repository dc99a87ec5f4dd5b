import { expect, test, vi } from 'vitest'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from './change-stores'
import { storesWriters } from './writers'

const now = Date.UTC(2026, 4, 20, 12)

onBothDatabases((current) => {
  const storeIn = async (...writes: [at: number, by: string][]) => {
    const storeId = (await createStore(current(), { name: 'Written' })).id
    for (const [at, by] of writes) {
      const step = { op: 'write' as const, path: '/a', content: `${at} ${by}` }
      const cause = { actor: { type: 'session' as const, id: by } }
      await applyMoment(current(), { storeId, at, batch: null, steps: [step], cause })
    }
    return storeId
  }

  test('the writers of each store are who wrote lately, who wrote most first', async () => {
    const one = await storeIn(
      [now - 31 * DAY_MS, 'sesn_old'],
      [now, 'sesn_a'],
      [now + 1, 'sesn_b'],
      [now + 2, 'sesn_b'],
      [now + 3, 'sesn_c'],
    )
    const other = await storeIn([now, 'sesn_d'])
    const still = await storeIn()
    const asked = vi.spyOn(current().bulk, 'all')
    const since = now - 30 * DAY_MS
    const found = await storesWriters(current(), { storeIds: [one, other, still], since, limit: 2 })
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
    const actors = (...ids: string[]) => ids.map((id) => ({ type: 'session', id }))
    expect(found).toEqual(
      new Map([
        [one, { actors: actors('sesn_b', 'sesn_a'), count: 3 }],
        [other, { actors: actors('sesn_d'), count: 1 }],
      ]),
    )
  })

  test('of more changes than are looked at, evenly spread ones tell who wrote most', async () => {
    const storeId = (await createStore(current(), { name: 'Busy' })).id
    const write = (at: number, by: string, count: number) =>
      applyMoment(current(), {
        storeId,
        at,
        batch: null,
        steps: Array.from({ length: count }, (_, n) => ({
          op: 'write' as const,
          path: `/${by}/${n}`,
          content: by,
        })),
        cause: { actor: { type: 'session', id: by } },
      })
    await write(now, 'sesn_some', 150)
    await write(now + 1, 'sesn_most', 350)
    // So many stores that 200 changes of each are looked at.
    const storeIds = [storeId, ...Array.from({ length: 150 }, (_, n) => `memstore_${n}`)]
    const found = await storesWriters(current(), { storeIds, since: now, limit: 4 })
    expect(found.get(storeId)).toEqual({
      actors: [
        { type: 'session', id: 'sesn_most' },
        { type: 'session', id: 'sesn_some' },
      ],
      count: 2,
    })
  })

  test('no stores have no writers', async () => {
    expect(await storesWriters(current(), { storeIds: [], since: 0, limit: 4 })).toEqual(new Map())
  })
})
