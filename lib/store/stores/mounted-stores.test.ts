import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { mountNames } from '@/lib/text/mount-name'
import { onBothDatabases } from '@/tests/support/databases'
import { createStore, updateStore } from './change-stores'
import { countMounted, mountedStore, mountedStores, mountedStoresOf } from './mounted-stores'

async function made(db: Database, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) ids.push((await createStore(db, { name })).id)
  return ids
}

onBothDatabases((current) => {
  test('stores are found one by one under the directories that they have together', async () => {
    const db = current()
    const name = fc.constantFrom('a', 'A', 'a!', 'a-2', 'a 3', 'a-2-2', 'a-4', 'メモ', 'Store', 'b')
    const ids: string[] = []
    const names: string[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { maxLength: 4 }),
        fc.infiniteStream(fc.boolean()),
        async (more, picks) => {
          ids.push(...(await made(db, more)))
          names.push(...more)
          const sees = ids.map((): boolean => picks.next().value === true)
          const seen = ids.filter((_, at) => sees[at])
          for (const each of [null, seen]) {
            const own = names.filter((_, at) => each === null || sees[at])
            const shown = each ?? ids
            const mounts = mountNames(own)
            expect((await mountedStores(db, each)).map(({ mount }) => mount)).toEqual(mounts)
            expect((await mountedStores(db, each, { limit: 3 })).map(({ mount }) => mount)).toEqual(
              mounts.slice(0, 3),
            )
            const from = shown.at(-2) ?? null
            expect((await mountedStores(db, each, { from, limit: 2 })).map(({ id }) => id)).toEqual(
              shown.slice(from === null ? 0 : -2).slice(0, 2),
            )
            expect(await countMounted(db, each)).toBe(shown.length)
            for (const [at, id] of shown.entries()) {
              const mount = mounts[at] ?? ''
              expect(await mountedStore(db, mount, each)).toMatchObject({ id, mount })
              expect(await mountedStore(db, id, each)).toMatchObject({ id, mount })
              expect(await mountedStoresOf(db, [id], each)).toMatchObject([{ id, mount }])
            }
            expect(await mountedStore(db, 'a-99', each)).toBeNull()
          }
          for (const [at, id] of ids.entries()) {
            if (!sees[at]) expect(await mountedStore(db, id, seen)).toBeNull()
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  test('a name is enough if no other store has it', async () => {
    const db = current()
    const [first] = await made(db, ['My Notes', 'Other', 'Other'])
    expect(await mountedStore(db, 'My Notes', null)).toMatchObject({ id: first })
    expect(await mountedStore(db, 'Other', null)).toBeNull()
    expect(await mountedStore(db, 'my notes', null)).toBeNull()
  })

  test('a store that is renamed is found under its new directory alone', async () => {
    const db = current()
    const [id = ''] = await made(db, ['Old name'])
    await updateStore(db, { storeId: id, name: 'New name', cause: { actor: LOCAL_USER_ACTOR } })
    expect(await mountedStore(db, 'old-name', null)).toBeNull()
    expect(await mountedStore(db, 'new-name', null)).toMatchObject({ id, mount: 'new-name' })
  })
})
