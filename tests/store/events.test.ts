import { updateStore } from '@/lib/store/change-stores'
import { followEvents, readEvents } from '@/lib/store/events'
import { write } from '@/lib/db'
import { follow, tell } from '@/lib/live/live'
import type { News } from '@/lib/live/topics'
import { BY_PERSON } from '@/lib/store/model/actor'
import { change } from '@/lib/store/write/change'
import { deleteTest, saveTests } from '@/lib/why/tests'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, written } from '@/tests/support/written'

describe('the events of a store', () => {
  test('are its versions and its other steps by their numbers', async ({ storeId }) => {
    const [made] = await written(storeId, { '/a': '1' }, { by: AGENT })
    await updateStore(storeId, { name: 'renamed' }, BY_PERSON)
    await written(storeId, { '/a': null })
    await change(storeId, BY_PERSON, (c) =>
      c.event({ type: 'memory_version.redacted', subjectId: made?.id ?? '' }),
    )
    const events = await readEvents(storeId, 0, 10)
    expect(events.map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
      '1 memory.created',
      '2 memory_store.updated',
      '3 memory.deleted',
      '4 memory_version.redacted',
    ])
    expect(events[0]).toMatchObject({ actor: AGENT.actor, version: { id: made?.id } })
    expect(events[3]).toMatchObject({ version: { id: made?.id } })
    expect((await readEvents(storeId, 1, 2)).map(({ sequence }) => sequence)).toEqual([2, 3])
  })
})

describe('who follows a store', () => {
  test('gets past events, then new ones, once, in order, beyond a page', async ({ store }) => {
    const { id: storeId } = store
    const many = Object.fromEntries(Array.from({ length: 205 }, (_, n) => [`/${n}`, '']))
    await written(storeId, many)
    const leaving = new AbortController()
    const received: number[] = []
    for await (const { sequence } of followEvents(storeId, 1, leaving.signal)) {
      received.push(sequence)
      if (sequence === 2) await written(storeId, { '/last': '' })
      if (sequence === 206) leaving.abort()
    }
    expect(received).toEqual(Array.from({ length: 205 }, (_, n) => n + 2))
  })

  test('is told of what another process wrote', async ({ storeId }) => {
    const leaving = new AbortController()
    const events = followEvents(storeId, 0, leaving.signal)
    const next = events.next()
    // Without news, as somebody else's COMMIT is.
    await write(async (tx) => {
      await tx.store.update({ where: { id: storeId }, data: { lastSequence: 1 } })
      const by = { actorType: 'user' as const, actorId: 'user_other' }
      const step = { storeId, sequence: 1, type: 'memory_store.updated', createdAt: new Date() }
      await tx.event.create({ data: { ...step, ...by } })
    })
    expect((await next).value).toMatchObject({ sequence: 1, actor: { id: 'user_other' } })
    leaving.abort()
  })
})

describe('live news', () => {
  const take = async (news: AsyncGenerator<News>) => (await news.next()).value as News

  test('begin with the present number of each topic', async ({ store }) => {
    await written(store.id, { '/a': '1', '/b': '2' })
    const leaving = new AbortController()
    const news = follow([`store:${store.id}`, 'job:none'], leaving.signal)
    expect([await take(news), await take(news)]).toEqual([
      { topic: `store:${store.id}`, sequence: 2 },
      { topic: 'job:none', sequence: 0 },
    ])
    leaving.abort()
    expect((await news.next()).done).toBe(true)
  })

  test('that another process made reach all, also where one comes who sees them first', async ({
    store,
  }) => {
    const topic = `store:${store.id}` as const
    const leaving = new AbortController()
    const early = follow([topic], leaving.signal)
    expect(await take(early)).toEqual({ topic, sequence: 0 })
    const where = { id: store.id }
    await write((tx) => tx.store.update({ where, data: { lastSequence: 1 } }))
    expect(await take(follow([topic], leaving.signal))).toEqual({ topic, sequence: 1 })
    expect(await take(early)).toEqual({ topic, sequence: 1 })
    leaving.abort()
  })

  test('of a list come with any change of what is in it', async ({ store }) => {
    const leaving = new AbortController()
    const news = follow(['stores'], leaving.signal)
    const before = await take(news)
    await written(store.id, { '/a': '1' })
    expect((await take(news)).sequence).toBe(before.sequence + 1)
    leaving.abort()
  })

  test('of the tests of a store come with one that is saved, and one that is deleted', async ({
    storeId,
  }) => {
    const leaving = new AbortController()
    const news = follow([`tests:${storeId}`], leaving.signal)
    await take(news)
    const checks = [{ type: 'contains', text: 'Friday' }]
    const asked = { name: 'A', messages: ['When?'], checks, model: 'm' }
    const [saved] = await saveTests(storeId, [asked], BY_PERSON)
    const afterwards = await take(news)
    await deleteTest(storeId, saved?.id ?? '')
    expect((await take(news)).sequence).not.toBe(afterwards.sequence)
    leaving.abort()
  })

  test('that wait for a slow reader are the last number of each topic', async () => {
    const leaving = new AbortController()
    const news = follow(['job:j', 'store:none'], leaving.signal)
    await take(news)
    await take(news)
    for (const sequence of [1, 2, 3]) tell([{ topic: 'store:none', sequence }])
    tell([{ topic: 'job:j', sequence: 1 }])
    expect([await take(news), await take(news)]).toEqual([
      { topic: 'store:none', sequence: 3 },
      { topic: 'job:j', sequence: 1 },
    ])
    leaving.abort()
  })
})
