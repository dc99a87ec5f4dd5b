import { expect, test } from 'vitest'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from './changeset-memories'
import { closeGone, isGone } from './update-changeset'
import { getChangeset, listChangesets } from './list-changesets'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

onBothDatabases((current) => {
  /** A changeset that changed a memory of a person and created another. */
  const written = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const input = { storeId, path: '/a', content: 'one\ntwo\n', cause: PERSON }
    const { id: memoryId } = await createMemory(db, input)
    await updateMemory(db, { storeId, memoryId, content: 'one\nTWO\n', cause: AGENT })
    await createMemory(db, { storeId, path: '/b', content: 'new\n', cause: AGENT })
    await examineAll(db)
    const [changeset] = (await listChangesets(db, { storeId, limit: 1 })).changesets
    if (!changeset) throw new Error('no changeset')
    const undo = () =>
      undoChanges(db, { storeId, changes: { changesetId: changeset.id }, cause: PERSON })
    return { db, storeId, memoryId, changeset, undo }
  }

  test('a changeset of which nothing stands any more says so, one of which some stands does not', async () => {
    const { db, storeId, memoryId, changeset, undo } = await written()
    expect(await isGone(db, changeset)).toBe(false)
    await updateMemory(db, { storeId, memoryId, content: 'one\ntwo\n', cause: PERSON })
    expect(await isGone(db, changeset)).toBe(false)
    await undo()
    expect(await isGone(db, changeset)).toBe(true)
  })

  test('it is closed at once: its hunks count as reverted, and no version is written', async () => {
    const { db, storeId, changeset, undo } = await written()
    await undo()
    const before = await listVersions(db, { storeId, limit: 50 })
    const changesetId = changeset.id
    expect(await closeGone(db, { changesetId, reviewer: LOCAL_USER_ACTOR })).toBe(2)
    expect(await listVersions(db, { storeId, limit: 50 })).toEqual(before)
    expect(await getChangeset(db, changesetId)).toMatchObject({ state: 'done', openHunks: 0 })
    const hunks = (await changesetMemories(db, changesetId)).flatMap((memory) => memory.hunks)
    expect(hunks.map(({ verdict }) => verdict)).toMatchObject([
      { decision: 'rejected', isApplied: true, isSeen: false },
      { decision: 'rejected', isApplied: true, isSeen: false },
    ])
  })

  test('one of which some stands is not closed so', async () => {
    const { db, changeset } = await written()
    const closing = closeGone(db, { changesetId: changeset.id, reviewer: LOCAL_USER_ACTOR })
    await expect(closing).rejects.toMatchObject({ problem: { kind: 'plan_changed' } })
    expect(await getChangeset(db, changeset.id)).toMatchObject({ state: 'open', openHunks: 2 })
  })
})
