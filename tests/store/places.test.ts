import { archiveStore, createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { createSession } from '@/lib/sessions/sessions'
import { findPlaces, storesUsedLast } from '@/lib/store/places'
import { expect, test } from '@/tests/support/fixtures'
import { written } from '@/tests/support/written'

test('the stores that were written to last come first, then the newest; archived ones do not', async ({
  db: _,
}) => {
  const made = async (name: string) => (await createStore({ name })).id
  const older = await made('older')
  const newer = await made('newer')
  const untouched = await made('untouched')
  const archived = await made('archived')
  await written(archived, { '/a': 'a' })
  await archiveStore(archived, BY_PERSON)
  await written(newer, { '/a': 'a' }, { at: new Date(Date.now() + 1_000) })
  await written(older, { '/a': 'a' }, { at: new Date(Date.now() + 2_000) })
  const names = async (limit: number) => (await storesUsedLast(limit)).map(({ id }) => id)
  expect(await names(10)).toEqual([older, newer, untouched])
  expect(await names(2)).toEqual([older, newer])
})

test('stores, sessions and memories are found by all of some words', async ({ store }) => {
  const opening = { settings: { model: 'm' }, stores: [], title: 'Harbour master, again' }
  const session = await createSession(opening, BY_PERSON)
  await written(store.id, { '/harbour/master.md': 'a', '/harbour/boats.md': 'a' })
  const { stores, sessions, memories } = await findPlaces(['master', 'harbour'], 10)
  expect(stores).toEqual([])
  expect(sessions).toEqual([{ id: session.id, title: 'Harbour master, again' }])
  expect(memories.map(({ path }) => path)).toEqual(['/harbour/master.md'])
})
