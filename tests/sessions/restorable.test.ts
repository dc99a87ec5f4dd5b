import { restorable } from '@/lib/sessions/compaction'
import { deleteStore } from '@/lib/store/change-stores'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { recordRead } from '@/lib/store/reads'
import { describe, expect, test } from '@/tests/support/fixtures'
import { attached } from '@/tests/support/session-log'
import { planOf } from '@/tests/support/slow-statements'
import { damage, written } from '@/tests/support/written'

const MINE = 'sesn_mine'
const session = { id: MINE }
const by = (sessionId: string): Cause => ({
  actor: { type: 'session', id: sessionId },
  isAgent: true,
  sessionId,
})
const at = (second: number) => new Date(Date.UTC(2026, 5, 1, 10, 0, second))

const first = ([version]: readonly Version[]): Version => {
  if (!version) throw new Error('nothing was written')
  return version
}

const foundIn = async (...storeIds: string[]) =>
  (
    await restorable(
      session,
      'memory',
      storeIds.map((id) => attached(id)),
    )
  ).map(({ path }) => path)

describe('the memories that a session gets back', () => {
  test('are those that it read or wrote, the latest first, as they are now', async ({ store }) => {
    const read = first(await written(store.id, { '/read': 'old' }))
    recordRead(read, by(MINE), at(3))
    await written(store.id, { '/wrote': '1' }, { by: by(MINE), at: at(2) })
    await written(store.id, { '/both': '1' }, { by: by(MINE), at: at(1) })
    recordRead(first(await written(store.id, { '/both': '2' })), by(MINE), at(4))
    const now = first(await written(store.id, { '/read': 'new' }))
    const found = await restorable(session, 'memory', [attached(store.id)])
    expect(found.map(({ path }) => path)).toEqual([
      '/memories/both',
      '/memories/read',
      '/memories/wrote',
    ])
    expect(found[1]).toEqual({
      storeId: store.id,
      memoryId: now.memoryId,
      versionId: now.id,
      path: '/memories/read',
      content: 'new',
      lastAt: at(3),
    })
  })

  test('are found by an index, however much others read', async ({ db: { kind }, store, skip }) => {
    skip(kind !== 'sqlite', 'SQLite alone tells its plan without statistics')
    const steps = await planOf(() => foundIn(store.id))
    const ofReads = steps.filter((step) => step.includes('MemoryRead'))
    expect(ofReads.join()).toMatch(
      /^SEARCH \S+ USING INDEX MemoryRead_sessionId_\S+ \(sessionId=\?\)$/,
    )
  })

  test('are none that only others read or wrote', async ({ store }) => {
    recordRead(first(await written(store.id, { '/a': '1' })), by('sesn_other'), at(1))
    await written(store.id, { '/b': '1' }, { by: by('sesn_other') })
    expect(await foundIn(store.id)).toEqual([])
  })

  test('are none that are gone or damaged', async ({ store }) => {
    const mine = { by: by(MINE) }
    await written(store.id, { '/gone': '1', '/damaged': '1', '/here': '1' }, mine)
    await written(store.id, { '/gone': null })
    await damage(first(await written(store.id, { '/damaged': '2' })).id)
    expect(await foundIn(store.id)).toEqual(['/memories/here'])
  })

  test('are none of a store that is deleted, or not attached', async ({ store }) => {
    await written(store.id, { '/a': '1' }, { by: by(MINE) })
    expect(await foundIn('memstore_other')).toEqual([])
    await deleteStore(store.id, BY_PERSON)
    expect(await foundIn(store.id)).toEqual([])
  })

  test('are forty at most, whatever was deleted before', async ({ store }) => {
    const paths = (name: string, count: number, text: string | null) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`/${name}${n}`, text]))
    await written(store.id, paths('old', 45, '1'), { by: by(MINE), at: at(1) })
    await written(store.id, paths('gone', 45, '1'), { by: by(MINE), at: at(2) })
    await written(store.id, paths('gone', 45, null))
    const found = await foundIn(store.id)
    expect(found).toHaveLength(40)
    expect(found.every((path) => path.startsWith('/memories/old'))).toBe(true)
  })
})
