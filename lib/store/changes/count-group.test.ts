import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { createStore } from '../stores/change-stores'
import { applyMoment } from '../undo/apply-moment'
import { countGroup } from './count-group'

const start = Date.UTC(2026, 4, 20, 12)
const MINUTE_MS = 60_000

onBothDatabases((current) => {
  const storeIn = async () => (await createStore(current(), { name: 'Counted' })).id

  const write = (storeId: string, minute: number, count: number, kind: 'seed' | null = null) =>
    applyMoment(current(), {
      storeId,
      at: start + minute * MINUTE_MS,
      batch: kind && { kind },
      steps: Array.from({ length: count }, (_, at) => ({
        op: 'write' as const,
        path: `/${minute}/${at}`,
        content: 'x',
      })),
      cause: { actor: LOCAL_USER_ACTOR },
    })

  test('a group counts what belongs to it on both sides of any of its changes, and nothing else', async () => {
    const storeId = await storeIn()
    await write(storeId, 0, 3)
    await write(storeId, 60, 250)
    await write(storeId, 61, 200)
    await write(storeId, 120, 4)
    for (const sequence of [4, 100, 453]) {
      expect(await countGroup(current(), { storeId, sequence })).toEqual({
        changeCount: 450,
        memoryCount: 450,
        isCut: false,
      })
    }
    const until = start + 60 * MINUTE_MS
    expect(await countGroup(current(), { storeId, sequence: 100, until })).toMatchObject({
      changeCount: 250,
    })
  })

  test('a group with too much after the change says that there may be more', async () => {
    const storeId = await storeIn()
    await write(storeId, 0, 600, 'seed')
    await write(storeId, 1, 600, 'seed')
    expect(await countGroup(current(), { storeId, sequence: 1 })).toEqual({
      changeCount: 1001,
      memoryCount: 1001,
      isCut: true,
    })
    expect(await countGroup(current(), { storeId, sequence: 1200 })).toMatchObject({
      changeCount: 1200,
      isCut: false,
    })
  })
})
