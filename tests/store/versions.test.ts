import { removeMemory, updateMemory } from '@/lib/store/change-memories'
import { archiveStore, createStore } from '@/lib/store/change-stores'
import { allMemories, getMemory } from '@/lib/store/memories'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { searchHistory } from '@/lib/store/search'
import { getVersion, listVersions, restoreVersion } from '@/lib/store/versions'
import { db } from '@/lib/db'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, damage, empty, written } from '@/tests/support/written'

const by = (type: 'api_key' | 'service_account', id: string, sessionId: string): Cause => ({
  actor: { type, id },
  isAgent: true,
  sessionId,
})

describe('the versions of a store', () => {
  test('are found by memory, kind, session, key, account, batch and time', async ({ storeId }) => {
    const times = [1, 2, 3, 4].map((hour) => new Date(Date.UTC(2026, 0, 1, hour)))
    const [one, two, three, four] = times
    await written(storeId, { '/a': '1' }, { at: one, by: by('api_key', 'apikey_1', 'sesn_1') })
    await written(storeId, { '/b': '1' }, { at: two, by: by('service_account', 'svc_1', 'sesn_2') })
    const batch = { kind: 'move' } as const
    const [third] = await written(storeId, { '/a': '2' }, { at: three, batch })
    await written(storeId, { '/b': null }, { at: four })
    const found = async (filter: object) => {
      const { items } = await listVersions({ storeId, limit: 10, ...filter })
      return items.map(({ sequence }) => sequence)
    }
    expect(await found({ memoryId: third?.memoryId })).toEqual([3, 1])
    expect(await found({ memoryId: third?.memoryId, operation: 'created' })).toEqual([1])
    expect(await found({ operation: 'deleted' })).toEqual([4])
    expect(await found({ sessionId: 'sesn_2' })).toEqual([2])
    expect(await found({ apiKeyId: 'apikey_1' })).toEqual([1])
    expect(await found({ apiKeyId: 'svc_1' })).toEqual([])
    expect(await found({ serviceAccountId: 'svc_1' })).toEqual([2])
    expect(await found({ apiKeyId: 'apikey_1', serviceAccountId: 'svc_1' })).toEqual([])
    expect(await found({ actorId: 'user_local' })).toEqual([4, 3])
    expect(await found({ batchId: third?.batchId })).toEqual([3])
    expect(await found({ from: two, to: three })).toEqual([3, 2])
  })

  test('of another store are not there, by their id or their memory', async ({ store }) => {
    const other = await createStore({ name: 'other' })
    const [version] = await written(other.id, { '/a': '1' })
    const versionId = version?.id ?? ''
    await expect(getVersion({ storeId: store.id, versionId })).rejects.toMatchObject({
      code: 'version_not_found',
    })
    const { items } = await listVersions({
      storeId: store.id,
      memoryId: version?.memoryId,
      limit: 5,
    })
    expect(items).toEqual([])
  })

  test('are found past thousands of others that do not fit', async ({ storeId }) => {
    await written(storeId, { '/rare': '1' }, { by: AGENT })
    // Numbers that are no versions cost as much to look through as those that are.
    const { write } = await import('@/lib/db')
    await write((tx) => tx.store.update({ where: { id: storeId }, data: { lastSequence: 4_321 } }))
    await written(storeId, { '/common': '1' })
    const { items, next } = await listVersions({ storeId, apiKeyId: AGENT.actor.id, limit: 1 })
    expect([items.map(({ path }) => path), next]).toEqual([['/rare'], null])
  })
})

test('a megabyte is read at a time, since hundreds may read slowly', async ({ storeId }) => {
  const content = 'x'.repeat(100_000)
  for (const name of 'abcdefghijk') await written(storeId, { [`/${name}`]: content })
  expect((await allMemories({ storeId }).next()).value).toHaveLength(10)
})

describe('a damaged version', () => {
  test('is put right by restoring another, or the same text', async ({ storeId }) => {
    const [one] = await written(storeId, { '/a': '1' })
    const [two] = await written(storeId, { '/a': '2' })
    await damage(two?.id ?? '')
    await restoreVersion({ storeId, versionId: one?.id ?? '' }, BY_PERSON)
    expect((await getMemory({ storeId, path: '/a' }, 'full')).content).toBe('1')
    await damage((await getMemory({ storeId, path: '/a' }, 'basic')).versionId)
    await restoreVersion({ storeId, versionId: one?.id ?? '' }, BY_PERSON)
    expect((await getMemory({ storeId, path: '/a' }, 'full')).content).toBe('1')
  })
})

describe('restoring a version', () => {
  test('writes its text and path anew, in a batch that says which it was', async ({ storeId }) => {
    const [one] = await written(storeId, { '/a': '1' })
    const { memoryId = '', id: versionId = '' } = one ?? {}
    await updateMemory({ storeId, memoryId, content: '2', path: '/b' }, BY_PERSON)
    const restored = await restoreVersion({ storeId, versionId }, AGENT)
    expect(restored).toMatchObject({ id: memoryId, path: '/a', ordinal: 3, toReview: 3 })
    const batch = await db.batch.findUnique({ where: { id: restored.batchId ?? '' } })
    expect(batch).toMatchObject({ kind: 'restore', reference: versionId })
  })

  test('brings a deleted memory back under its id', async ({ storeId }) => {
    const [one] = await written(storeId, { '/a': '1' })
    const { memoryId = '', id: versionId = '' } = one ?? {}
    const gone = await removeMemory({ storeId, memoryId }, BY_PERSON)
    await expect(
      restoreVersion({ storeId, versionId, precondition: one?.sha256 }, BY_PERSON),
    ).rejects.toMatchObject({ code: 'precondition_failed' })
    const back = await restoreVersion({ storeId, versionId, precondition: null }, BY_PERSON)
    expect(back).toMatchObject({ id: memoryId, path: '/a', ordinal: 3 })
    const [newest] = (await listVersions({ storeId, memoryId, limit: 1 })).items
    expect(newest?.operation).toBe('modified')
    await expect(restoreVersion({ storeId, versionId: gone.id }, BY_PERSON)).rejects.toMatchObject({
      code: 'version_is_deletion',
    })
  })

  test('is refused where its path is taken, text gone, store archived', async ({ storeId }) => {
    const [one] = await written(storeId, { '/a': '1' })
    const [two] = await written(storeId, { '/a': '2' })
    const restore = () => restoreVersion({ storeId, versionId: one?.id ?? '' }, BY_PERSON)
    await written(storeId, { '/a': null })
    await written(storeId, { '/a/b': '3' })
    await expect(restore()).rejects.toMatchObject({ code: 'path_conflict' })
    await empty(two?.id ?? '')
    await expect(
      restoreVersion({ storeId, versionId: two?.id ?? '' }, BY_PERSON),
    ).rejects.toMatchObject({ code: 'version_redacted' })
    await archiveStore(storeId, BY_PERSON)
    await expect(restore()).rejects.toMatchObject({ code: 'store_archived' })
  })
})

test('a cursor that is no number is refused, and one beyond the last begins with the newest', async ({
  storeId,
}) => {
  await written(storeId, { '/a': '1' })
  const of = { storeId, limit: 1 }
  for (const after of ['x', '1.5', '-1', '']) {
    await expect(listVersions({ ...of, after })).rejects.toMatchObject({ code: 'invalid_input' })
    const searched = searchHistory({ ...of, query: '1', after })
    await expect(searched).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect((await listVersions({ ...of, after: '99999999999' })).items).toHaveLength(1)
})
