import { expect, test } from 'vitest'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from './changeset-memories'
import { changesetWrites } from './changeset-writes'
import { decideHunks } from '../decisions/decide-hunks'
import { listChangesets } from './list-changesets'
import { hunkId } from '../model/hunk'

const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

onBothDatabases((current) => {
  test('a changeset’s writes come in their order, each with how far its memory is decided', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const memory = { storeId, cause: AGENT }
    const a = await createMemory(db, { ...memory, path: '/a', content: 'one\n' })
    const b = await createMemory(db, { ...memory, path: '/b', content: 'two\n' })
    await examineAll(db)
    const [changeset] = (await listChangesets(db, { limit: 1 })).changesets
    const changesetId = changeset?.id ?? ''
    const [ofA] = (await changesetMemories(db, changesetId)).filter((m) => m.memoryId === a.id)
    await decideHunks(db, {
      changesetId,
      reviewer: LOCAL_USER_ACTOR,
      decisions: (ofA?.hunks ?? []).map((hunk) => ({
        hunkId: hunkId({ ...hunk, memoryId: a.id, through: ofA?.through ?? 0 }),
        decision: 'accepted',
        seen: true,
      })),
    })
    await updateMemory(db, { ...memory, memoryId: a.id, content: 'one\nmore\n' })
    await removeMemory(db, { ...memory, memoryId: b.id })
    await examineAll(db)
    const { writes, next } = await changesetWrites(db, { changesetId, limit: 10 })
    expect(next).toBeNull()
    expect(writes.map(({ path, operation, isReviewed }) => [path, operation, isReviewed])).toEqual([
      ['/a', 'created', true],
      // It was created and deleted in one changeset: nothing is left to decide.
      ['/b', 'created', true],
      ['/a', 'modified', false],
      ['/b', 'deleted', true],
    ])
  })

  test('they come page by page', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    for (const path of ['/a', '/b', '/c']) {
      await createMemory(db, { storeId, path, content: path, cause: AGENT })
    }
    const [changeset] = (await listChangesets(db, { limit: 1 })).changesets
    const changesetId = changeset?.id ?? ''
    const first = await changesetWrites(db, { changesetId, limit: 2 })
    expect(first.writes.map(({ path }) => path)).toEqual(['/a', '/b'])
    const rest = await changesetWrites(db, { changesetId, limit: 2, after: first.next ?? 0 })
    expect(rest).toMatchObject({ writes: [{ path: '/c' }], next: null })
  })

  test('a changeset that is not there is refused', async () => {
    await expect(
      changesetWrites(current(), { changesetId: 'chgset_none', limit: 1 }),
    ).rejects.toMatchObject({ problem: { kind: 'changeset_not_found' } })
  })
})
