import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { applyMoment } from '../undo/apply-moment'
import { createStore, updateStore } from '../stores/change-stores'
import { getStore } from '../stores/read-stores'
import { listVersions } from '../versions/read-versions'
import { putMemory } from '../memories/change-memories'
import { redactVersion } from '../redaction/redact-version'
import { storeMoment } from './store-moment'

const cause = { actor: LOCAL_USER_ACTOR }
const nothing = { redactions: 0, quarantines: 0, settings: 0 }
const second = (n: number) => 1_700_000_000_000 + n * 1000

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Moments' })
    for (const [at, paths] of [
      [1, ['/a', '/b']],
      [2, ['/c']],
      [3, ['/d', '/e', '/f']],
    ] as const) {
      const steps = paths.map((path) => ({ op: 'write' as const, path, content: 'x' }))
      await applyMoment(db, { storeId, at: second(at), batch: null, steps, cause })
    }
    return { db, storeId }
  }

  test('moments are whole transactions, one after another, from before the first to the last', async () => {
    const { db, storeId } = await setUp()
    const moment = (sequence: number) => storeMoment(db, { storeId, sequence })
    const first = { sequence: 2, at: second(1), previous: 0, next: 3, last: 6, between: nothing }
    expect([await moment(1), await moment(2)]).toEqual([first, first])
    expect(await moment(3)).toEqual({
      sequence: 3,
      at: second(2),
      previous: 2,
      next: 6,
      last: 6,
      between: nothing,
    })
    expect(await moment(5)).toEqual({
      sequence: 6,
      at: second(3),
      previous: 3,
      next: null,
      last: 6,
      between: nothing,
    })
    expect(await moment(0)).toEqual({
      sequence: 0,
      at: null,
      previous: null,
      next: 2,
      last: 6,
      between: nothing,
    })
    expect(await moment(999)).toMatchObject({ sequence: 6 })
  })

  test('a redaction and a change of the store itself are no moments, also as the last that was numbered', async () => {
    const { db, storeId } = await setUp()
    const { versions } = await listVersions(db, { storeId, limit: 10 })
    const first = versions.find(({ path }) => path === '/a')
    await putMemory(db, { storeId, path: '/a', content: 'y', cause })
    await redactVersion(db, { storeId, versionId: first?.id ?? '', cause })
    await updateStore(db, { storeId, name: 'Renamed', cause })
    const { lastSequence } = await getStore(db, storeId)
    const now = await storeMoment(db, { storeId, sequence: lastSequence })
    expect([lastSequence, now]).toEqual([
      9,
      expect.objectContaining({ sequence: 7, previous: 6, next: null, last: 7 }),
    ])
    await putMemory(db, { storeId, path: '/b', content: 'y', cause })
    expect(await storeMoment(db, { storeId, sequence: 8 })).toMatchObject({
      sequence: 7,
      next: 10,
      last: 10,
    })
    expect(await storeMoment(db, { storeId, sequence: 10 })).toMatchObject({
      previous: 7,
      between: { redactions: 1, quarantines: 0, settings: 1 },
    })
  })

  test('a time leads to the last moment up to and at it', async () => {
    const { db, storeId } = await setUp()
    const moment = (time: number) => storeMoment(db, { storeId, time })
    const first = { sequence: 2, at: second(1), previous: 0, next: 3, last: 6, between: nothing }
    expect([await moment(second(1)), await moment(second(2) - 1)]).toEqual([first, first])
    expect(await moment(second(1) - 1)).toMatchObject({ sequence: 0, at: null, next: 2 })
    expect(await moment(second(99))).toMatchObject({ sequence: 6, at: second(3), next: null })
  })
})
