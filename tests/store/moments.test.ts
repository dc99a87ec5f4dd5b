import { archiveStore, updateStore } from '@/lib/store/change-stores'
import { readEvents } from '@/lib/store/events'
import { BY_PERSON } from '@/lib/store/model/actor'
import { density, listMoments, momentPlace, nameMoment } from '@/lib/store/moments'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, written } from '@/tests/support/written'

const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)

const names = async (storeId: string) =>
  (await listMoments(storeId)).map(({ sequence, name }) => [sequence, name])

describe('a moment', () => {
  test('is named, renamed and unnamed, also in an archived store', async ({ storeId }) => {
    await written(storeId, { '/a': '1' }, { at: minute(1) })
    await written(storeId, { '/b': '1' })
    await nameMoment(storeId, 1, ' before release ', AGENT)
    await nameMoment(storeId, 0, 'empty', BY_PERSON)
    expect(await listMoments(storeId)).toMatchObject([
      {
        sequence: 1,
        name: 'before release',
        at: minute(1),
        changesSince: 1,
      },
      { sequence: 0, name: 'empty', at: null, changesSince: 2 },
    ])
    await archiveStore(storeId, BY_PERSON)
    await nameMoment(storeId, 1, '출시 전', BY_PERSON)
    await nameMoment(storeId, 0, null, BY_PERSON)
    expect(await names(storeId)).toEqual([[1, '출시 전']])
  })

  test('has its name for itself, even if two choose it at once', async ({ storeId }) => {
    await written(storeId, { '/a': '1' }, { at: minute(1) })
    await written(storeId, { '/a': '2' }, { at: minute(2) })
    for (const name of ['one', 'two', 'three', 'four']) {
      const done = await Promise.allSettled(
        [1, 2].map((sequence) => nameMoment(storeId, sequence, name, BY_PERSON)),
      )
      const owner = (await names(storeId)).find(([, each]) => each === name)?.[0]
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'moment_name_taken', facts: { name, sequence: owner } },
      })
    }
  })

  test('takes no empty, long or controlling name, and no other number', async ({ store }) => {
    const refused = { code: 'invalid_input' }
    for (const name of ['  ', 'x'.repeat(121), 'a\nb', '\ud800']) {
      await expect(nameMoment(store.id, 0, name, BY_PERSON)).rejects.toMatchObject(refused)
    }
    for (const sequence of [-1, 0.5, 1]) {
      await expect(nameMoment(store.id, sequence, 'x', BY_PERSON)).rejects.toMatchObject(refused)
    }
    expect(await names(store.id)).toEqual([])
  })

  test('whose name is as asked for is left alone; its naming is no event', async ({ storeId }) => {
    await nameMoment(storeId, 0, 'x', BY_PERSON)
    await nameMoment(storeId, 0, 'x', BY_PERSON)
    const [version] = await written(storeId, { '/a': '1' })
    expect(version?.sequence).toBe(2)
    expect((await readEvents(storeId, 0, 10)).map(({ sequence }) => sequence)).toEqual([2])
  })

  test('is all that one transaction wrote, and has neighbours', async ({ storeId }) => {
    await written(storeId, { '/a': '1', '/b': '1' }, { at: minute(1) })
    await written(storeId, { '/c': '1' }, { at: minute(2) })
    await updateStore(storeId, { name: 'a step that changes no memory' }, BY_PERSON)
    await written(storeId, { '/d': '1', '/e': '1' }, { at: minute(3) })
    const first = { sequence: 2, at: minute(1), previous: 0, next: 3, last: 6 }
    expect(await momentPlace(storeId, 1)).toEqual(first)
    await nameMoment(storeId, 1, 'both', BY_PERSON)
    expect(await names(storeId)).toEqual([[2, 'both']])
    expect(await momentPlace(storeId, 2)).toEqual(first)
    expect(await momentPlace(storeId, 4)).toMatchObject({ sequence: 3, previous: 2, next: 6 })
    expect(await momentPlace(storeId, 99)).toMatchObject({ sequence: 6, previous: 3, next: null })
    expect(await momentPlace(storeId, 0)).toMatchObject({
      sequence: 0,
      at: null,
      previous: null,
      next: 2,
    })
  })

  test('of a commit is its own, also where another has the same time', async ({ storeId }) => {
    const commit = (path: string, at: Date) =>
      written(storeId, { [`${path}/a`]: '', [`${path}/b`]: '' }, { at, batch: { kind: 'commit' } })
    await commit('/1', minute(2))
    await commit('/2', minute(2))
    await commit('/3', minute(1))
    await commit('/4', minute(2))
    expect(await momentPlace(storeId, 1)).toMatchObject({ sequence: 2, previous: 0, next: 4 })
    expect(await momentPlace(storeId, 3)).toMatchObject({ sequence: 4, previous: 2, next: 6 })
    expect(await momentPlace(storeId, 7)).toMatchObject({ sequence: 8, previous: 6, next: null })
  })
})

describe('the time bar', () => {
  test('has bars of equally many changes, as high as bytes changed', async ({ storeId }) => {
    await written(storeId, { '/a': 'xxxx' }, { at: minute(1) })
    await written(storeId, { '/a': 'xxxxxx' }, { at: minute(2) })
    await written(storeId, { '/a': 'x' }, { at: minute(3) })
    await written(storeId, { '/a': null }, { at: minute(4) })
    expect(await density(storeId, 2)).toEqual([
      { from: 1, fromAt: minute(1), toAt: minute(2), bytes: 6 },
      { from: 3, fromAt: minute(3), toAt: minute(4), bytes: 6 },
    ])
    expect((await density(storeId, 240)).map(({ bytes }) => bytes)).toEqual([4, 2, 5, 1])
  })
})
