import { removeMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore, deleteStore } from '@/lib/store/change-stores'
import { blame, type BlameRun, forgetBlame } from '@/lib/store/blame'
import { write } from '@/lib/db'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listVersions, restoreVersion } from '@/lib/store/versions'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, damage, empty, written } from '@/tests/support/written'

/** The first line of each run, how many there are, and which version of its memory wrote them. */
const summary = (runs: readonly BlameRun[]) =>
  runs.map(({ line, lines, version }) => `${line}+${lines.length} v${version.ordinal}`)

/** Writes a memory in these versions. */
async function history(storeId: string, ...contents: readonly string[]) {
  const ids: string[] = []
  let memoryId = ''
  for (const content of contents) {
    const [version] = await written(storeId, { '/a': content })
    ids.push(version?.id ?? '')
    memoryId = version?.memoryId ?? ''
  }
  const newest = async () =>
    (await listVersions({ storeId, memoryId, limit: 1 })).items[0]?.id ?? ''
  return {
    memoryId,
    ids,
    blamed: async (id?: string) => blame({ storeId, versionId: id ?? (await newest()) }),
  }
}

describe('blame', () => {
  test('gives each line to the version that wrote it, in runs', async ({ store }) => {
    const { blamed } = await history(store.id, 'a\nb\nc\n', 'a\nX\nc\n', 'a\nX\nc\nd\ne\n')
    const runs = await blamed()
    expect(summary(runs)).toEqual(['1+1 v1', '2+1 v2', '3+1 v1', '4+2 v3'])
    expect(runs.map(({ lines }) => lines)).toEqual([['a'], ['X'], ['c'], ['d', 'e']])
    expect(runs[0]?.version.by).toMatchObject({ type: 'user', id: 'user_local' })
  })

  test('of an earlier version tells of that one, whatever was asked before', async ({ store }) => {
    const { ids, blamed } = await history(store.id, 'a\n', 'a\nb\n', 'b\n', 'b\nc\n')
    for (const forget of [false, true]) {
      if (forget) forgetBlame()
      expect(summary(await blamed())).toEqual(['1+1 v2', '2+1 v4'])
      expect(summary(await blamed(ids[1]))).toEqual(['1+1 v1', '2+1 v2'])
      expect(summary(await blamed(ids[2]))).toEqual(['1+1 v2'])
    }
  })

  test('goes on from what it knew when a version is added, past a page', async ({ store }) => {
    const texts = Array.from({ length: 120 }, (_, n) => `first\n${n}\n`)
    const { blamed } = await history(store.id, ...texts)
    expect(summary(await blamed())).toEqual(['1+1 v1', '2+1 v120'])
    await written(store.id, { '/a': 'first\nlast\n' }, { by: AGENT })
    const runs = await blamed()
    expect(summary(runs)).toEqual(['1+1 v1', '2+1 v121'])
    expect(runs[1]?.version.by.id).toBe('apikey_agent')
  })

  test('follows renames, and a deletion and its restore', async ({ store }) => {
    const { memoryId, ids, blamed } = await history(store.id, 'a\n', 'a\nb\n')
    await updateMemory({ storeId: store.id, memoryId, path: '/renamed' }, BY_PERSON)
    await removeMemory({ storeId: store.id, memoryId }, BY_PERSON)
    await restoreVersion({ storeId: store.id, versionId: ids[1] ?? '' }, BY_PERSON)
    expect(summary(await blamed())).toEqual(['1+1 v1', '2+1 v2'])
  })

  test('gives what a restore brings back to its writer, and names both', async ({ store }) => {
    const { ids, blamed } = await history(store.id, 'a\nb\n', 'b\nc\n', 'X\n')
    await restoreVersion({ storeId: store.id, versionId: ids[1] ?? '' }, BY_PERSON)
    const runs = await blamed()
    expect(summary(runs)).toEqual(['1+1 v1', '2+1 v2'])
    expect(runs.map(({ broughtBackBy }) => broughtBackBy?.ordinal)).toEqual([4, 4])
  })

  test('says where a redacted or damaged version may have written a line before', async () => {
    for (const lose of [empty, damage]) {
      const { id } = await createStore({ name: 'lost' })
      const { ids, blamed } = await history(id, 'a\n', 'a\nb\n', 'a\nb\nc\n')
      expect((await blamed()).map(({ version }) => version.ordinal)).toEqual([1, 2, 3])
      await lose(ids[1] ?? '')
      if (lose === damage) forgetBlame()
      const runs = await blamed()
      expect(summary(runs)).toEqual(['1+1 v1', '2+2 v3'])
      expect(runs.map(({ isOrEarlier }) => isOrEarlier)).toEqual([false, true])
    }
  })

  test('in a copy leads on to the memory that was copied', async ({ store }) => {
    const { ids } = await history(store.id, 'a\n', 'a\nb\n')
    const copy = await createStore({ name: 'copy' })
    const data = { copiedFromId: store.id, copiedFromSequence: 1 }
    await write((tx) => tx.store.update({ where: { id: copy.id }, data }))
    await written(copy.id, { '/a': 'a\n' }, { batch: { kind: 'copy', reference: store.id } })
    const [own] = await written(copy.id, { '/a': 'a\nown\n' })
    const runs = await blame({ storeId: copy.id, versionId: own?.id ?? '' })
    expect(runs.map(({ copiedFrom }) => copiedFrom)).toEqual([
      { storeId: store.id, storeName: store.name, versionId: ids[0] },
      null,
    ])
    await deleteStore(store.id, BY_PERSON)
    const [run] = await blame({ storeId: copy.id, versionId: own?.id ?? '' })
    expect(run?.copiedFrom).toBeNull()
  })

  test('of an empty text is empty; of a version that is not there, or damaged, refused', async ({
    storeId,
  }) => {
    const { ids, blamed } = await history(storeId, '', 'a\n')
    expect(await blamed(ids[0])).toEqual([])
    await expect(blame({ storeId, versionId: 'memver_none' })).rejects.toMatchObject({
      code: 'version_not_found',
    })
    await damage(ids[1] ?? '')
    await expect(blamed(ids[1])).rejects.toMatchObject({ code: 'version_damaged' })
  })
})
