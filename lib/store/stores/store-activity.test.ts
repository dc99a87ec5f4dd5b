import { expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { compactionFinished } from '../background/compaction'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { redactVersion } from '../redaction/redact-version'
import { applyMoment } from '../undo/apply-moment'
import { listVersions } from '../versions/read-versions'
import { createStore, deleteStore, updateStore } from './change-stores'
import { storeActivities } from './store-activity'

const DAY_MS = 86_400_000
const now = Date.UTC(2026, 4, 20, 12)

onBothDatabases((current) => {
  const storeNamed = async (db: Database, name: string) => (await createStore(db, { name })).id
  const write = (db: Database, storeId: string, at: number, path: string, by: string) =>
    applyMoment(db, {
      storeId,
      at,
      batch: null,
      steps: [{ op: 'write', path, content: path }],
      cause: { actor: { type: 'session', id: by } },
    })

  test('each store’s activity counts the changes of each day, and names its last actor and memory', async () => {
    const db = current()
    const busy = await storeNamed(db, 'Busy')
    const other = await storeNamed(db, 'Other')
    const still = await storeNamed(db, 'Still')
    const unasked = await storeNamed(db, 'Unasked')
    await write(db, busy, now - 9 * DAY_MS, '/too-old', 'sesn_a')
    await write(db, busy, now - 2 * DAY_MS, '/a', 'sesn_a')
    await write(db, busy, now - 2 * DAY_MS + 1, '/b', 'sesn_a')
    await write(db, busy, now, '/c', 'sesn_b')
    await write(db, other, now - DAY_MS, '/a', 'sesn_c')
    await write(db, unasked, now, '/a', 'sesn_d')
    const storeIds = [still, busy, other]
    expect(await storeActivities(db, { storeIds, days: 4, now })).toEqual(
      new Map([
        [still, { days: [0, 0, 0, 0], lastType: null, lastActor: null, lastPath: null }],
        [
          busy,
          {
            days: [0, 2, 0, 1],
            lastType: 'memory.created',
            lastActor: { type: 'session', id: 'sesn_b' },
            lastPath: '/c',
          },
        ],
        [
          other,
          {
            days: [0, 0, 1, 0],
            lastType: 'memory.created',
            lastActor: { type: 'session', id: 'sesn_c' },
            lastPath: '/a',
          },
        ],
      ]),
    )
  })

  test('the last actor may have changed the store itself, or something long ago', async () => {
    const db = current()
    const renamed = await storeNamed(db, 'To be renamed')
    const old = await storeNamed(db, 'Old')
    await write(db, renamed, now - 99 * DAY_MS, '/a', 'sesn_a')
    await write(db, old, now - 99 * DAY_MS, '/a', 'sesn_a')
    await updateStore(db, { storeId: renamed, name: 'Renamed', cause: { actor: LOCAL_USER_ACTOR } })
    const activities = await storeActivities(db, { storeIds: [renamed, old], days: 2, now })
    expect([...activities.values()].map(({ lastActor }) => lastActor)).toEqual([
      LOCAL_USER_ACTOR,
      { type: 'session', id: 'sesn_a' },
    ])
  })

  test('a redaction counts as a change of whoever made it, and is told as one', async () => {
    const db = current()
    const storeId = await storeNamed(db, 'Cleared')
    await write(db, storeId, now - DAY_MS, '/a', 'sesn_a')
    const { versions } = await listVersions(db, { storeId, limit: 1 })
    await applyMoment(db, {
      storeId,
      at: now - DAY_MS,
      batch: null,
      steps: [{ op: 'write', path: '/a', content: 'other' }],
      cause: { actor: { type: 'session', id: 'sesn_a' } },
    })
    await redactVersion(db, {
      storeId,
      versionId: versions[0]?.id ?? '',
      cause: { actor: LOCAL_USER_ACTOR },
    })
    await compactionFinished(db)
    const activities = await storeActivities(db, { storeIds: [storeId], days: 2, now: Date.now() })
    expect(activities.get(storeId)).toEqual({
      days: [0, 1],
      lastType: 'memory_version.redacted',
      lastActor: LOCAL_USER_ACTOR,
      lastPath: null,
    })
  })

  test('a change dated after today is counted on none of the days', async () => {
    const db = current()
    const id = await storeNamed(db, 'Ahead')
    await write(db, id, now + DAY_MS, '/a', 'sesn_a')
    const activity = (await storeActivities(db, { storeIds: [id], days: 2, now })).get(id)
    expect(activity?.days).toEqual([0, 0])
  })

  test('a deleted store has no activity', async () => {
    const db = current()
    const id = await storeNamed(db, 'Gone')
    await write(db, id, now, '/a', 'sesn_a')
    await deleteStore(db, { storeId: id, cause: { actor: LOCAL_USER_ACTOR } })
    const activities = await storeActivities(db, { storeIds: [id], days: 2, now })
    expect(activities.get(id)).toEqual({
      days: [0, 0],
      lastType: null,
      lastActor: null,
      lastPath: null,
    })
  })

  test('the database is queried once, whatever the number of stores, and not at all for none', async () => {
    const db = current()
    const storeIds = [
      await storeNamed(db, 'One'),
      await storeNamed(db, 'Two'),
      await storeNamed(db, 'Three'),
    ]
    const asked = [vi.spyOn(db.bulk, 'all'), vi.spyOn(db.bulk, 'get')]
    const count = () => asked.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    await storeActivities(db, { storeIds: [], days: 2, now })
    expect(count()).toBe(0)
    await storeActivities(db, { storeIds, days: 2, now })
    expect(count()).toBe(1)
    for (const spy of asked) spy.mockRestore()
  })
})
