import { removeMemory } from '@/lib/store/change-memories'
import { db } from '@/lib/db'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { redactVersion } from '@/lib/store/redact/version'
import { flushReads, mostRead, notReadFor, readersOf, recordRead } from '@/lib/store/reads'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, written } from '@/tests/support/written'

const session = (id: string): Cause => ({ actor: { type: 'session', id }, isAgent: true })

const day = (days: number) => new Date(Date.UTC(2026, 5, 1) + days * 86_400_000)

const first = (versions: readonly Version[]): Version => {
  const [version] = versions
  if (!version) throw new Error('nothing was written')
  return version
}

describe('reads', () => {
  test('are counted by reader, session and day, and added up when they are written down', async ({
    store,
  }) => {
    const version = first(await written(store.id, { '/a': '1' }))
    const read = (by: Cause, at: Date) => recordRead(version, by, at)
    for (const times of [2, 3]) {
      for (let n = 0; n < times; n++) read(AGENT, new Date(+day(1) + n + times))
      await flushReads()
    }
    read({ ...AGENT, sessionId: 'sesn_1' }, day(1))
    read(AGENT, day(2))
    await flushReads()
    const rows = await db.memoryRead.findMany({
      where: { storeId: store.id },
      orderBy: [{ day: 'asc' }, { sessionId: 'asc' }],
    })
    expect(rows.map((row) => [row.sessionId, row.day, row.count, row.lastAt])).toEqual([
      ['', day(1), 5, new Date(+day(1) + 5)],
      ['sesn_1', day(1), 1, day(1)],
      ['', day(2), 1, day(2)],
    ])
  })

  test('that are just being written down are waited for', async ({ store }) => {
    const version = first(await written(store.id, { '/a': '1' }))
    recordRead(version, AGENT)
    const writing = flushReads()
    expect(await readersOf(version.memoryId)).toMatchObject([{ id: AGENT.actor.id, count: 1 }])
    await writing
  })

  test('of a store that is gone are dropped, others are not', async ({ store }) => {
    const version = first(await written(store.id, { '/a': '1' }))
    recordRead({ id: 'memver_x', memoryId: 'mem_x', storeId: 'memstore_gone' }, AGENT)
    recordRead(version, AGENT)
    await flushReads()
    expect(await db.memoryRead.count({ where: { storeId: store.id } })).toBe(1)
    expect(await db.memoryRead.count({ where: { storeId: 'memstore_gone' } })).toBe(0)
  })

  test('are none of a version whose text was not there to be read', async ({ store, as }) => {
    const one = first(await written(store.id, { '/a': '1' }))
    const two = first(await written(store.id, { '/a': '2' }))
    await redactVersion({ storeId: store.id, versionId: one.id }, BY_PERSON)
    const { ask } = await as({ access: 'read' })
    const versions = `/v1/memory_stores/${store.id}/memory_versions`
    await ask('GET', `${versions}/${one.id}`)
    await ask('GET', `${versions}?view=full`)
    await flushReads()
    const read = await db.memoryRead.findMany({ where: { storeId: store.id } })
    expect(read.map(({ versionId }) => versionId)).toEqual([two.id])
  })

  test('tell who read a memory, or since a version, and wrote since', async ({ store }) => {
    const one = first(await written(store.id, { '/a': '1' }))
    recordRead(one, AGENT, day(1))
    const two = first(await written(store.id, { '/a': '2' }))
    recordRead(two, session('sesn_a'), day(2))
    recordRead(two, session('sesn_a'), day(3))
    recordRead(one, session('sesn_b'), day(4))
    const all = await readersOf(one.memoryId)
    expect(
      all.map(({ id, sessionId, count, versionId }) => [id, sessionId, count, versionId]),
    ).toEqual([
      ['sesn_b', 'sesn_b', 1, one.id],
      ['sesn_a', 'sesn_a', 2, two.id],
      ['apikey_agent', null, 1, one.id],
    ])
    expect(all.map(({ lastAt }) => lastAt)).toEqual([day(4), day(3), day(1)])
    const by = { ...session('sesn_a'), sessionId: 'sesn_a' }
    await written(store.id, { '/b': '1' }, { by, at: new Date(+day(2) + 1) })
    recordRead(two, by, new Date(+day(2) + 2))
    expect(await readersOf(one.memoryId, two)).toMatchObject([{ id: 'sesn_a', wroteSince: 1 }])
  })

  test('tell what nobody read or wrote for days, if anything was read', async ({ storeId }) => {
    const texts = { '/never': '1', '/old': '22', '/fresh': '3' }
    const [, old, fresh] = await written(storeId, texts, { at: day(0) })
    expect(await notReadFor(storeId, 7, day(30))).toBeNull()
    if (old) recordRead(old, AGENT, day(5))
    if (fresh) recordRead(fresh, AGENT, day(25))
    await written(storeId, { '/new': '4' }, { at: day(29) })
    const unread = await notReadFor(storeId, 7, day(30))
    expect(unread?.map(({ path, size, lastReadAt }) => [path, size, lastReadAt])).toEqual([
      ['/never', 1, null],
      ['/old', 2, day(5)],
    ])
  })

  test('tell what is read most, without what is deleted', async ({ storeId }) => {
    const [a, b, c] = await written(storeId, { '/a': '1', '/b': '1', '/c': '1' })
    const times: [Version | undefined, number][] = [
      [a, 1],
      [b, 3],
      [c, 5],
    ]
    for (const [version, count] of times) {
      for (let n = 0; n < count; n++) if (version) recordRead(version, AGENT, day(10))
    }
    if (a) recordRead(a, AGENT, day(1))
    await removeMemory({ storeId, path: '/c' }, BY_PERSON)
    const asked = { days: 5, limit: 2, now: day(12) }
    expect((await mostRead(storeId, asked)).map(({ path, count }) => [path, count])).toEqual([
      ['/b', 3],
      ['/a', 1],
    ])
  })
})
