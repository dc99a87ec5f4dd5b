import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from './changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { listChangesets } from './list-changesets'
import { hunkId } from '../model/hunk'
import { openChangesetsByStore, unreviewedMemories, unreviewedVersions } from './unreviewed'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

async function memoryOfAPerson(db: Database) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const { id: memoryId } = await createMemory(db, {
    storeId,
    path: '/a',
    content: 'one\ntwo\nthree\n',
    cause: PERSON,
  })
  return { storeId, memoryId }
}

const ordinalsOf = async (db: Database, storeId: string, memoryId: string) => {
  const waiting = await unreviewedVersions(db, memoryId)
  const { versions } = await listVersions(db, { storeId, memoryId, limit: 100 })
  return versions.filter(({ id }) => waiting?.versionIds.has(id)).map(({ ordinal }) => ordinal)
}

async function acceptAll(db: Database, storeId: string) {
  const { changesets } = await listChangesets(db, { storeId, state: 'open', limit: 10 })
  for (const { id: changesetId } of changesets) {
    const memories = await changesetMemories(db, changesetId)
    const decisions = memories.flatMap((memory) =>
      memory.hunks.map((hunk) => ({
        hunkId: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
        decision: 'accepted' as const,
        seen: true,
      })),
    )
    await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
  }
}

onBothDatabases((current) => {
  test('what a person wrote is reviewed', async () => {
    const db = current()
    const { storeId, memoryId } = await memoryOfAPerson(db)
    expect(await unreviewedVersions(db, memoryId)).toBeNull()
    expect(await unreviewedMemories(db, [memoryId])).toEqual(new Set())
    expect(await openChangesetsByStore(db, [storeId], 10)).toEqual(new Map())
  })

  test('what an agent wrote waits from the first moment, examined or not', async () => {
    const db = current()
    const { storeId, memoryId } = await memoryOfAPerson(db)
    await updateMemory(db, { storeId, memoryId, content: 'one\n2\nthree\n', cause: AGENT })
    expect(await ordinalsOf(db, storeId, memoryId)).toEqual([2])
    expect(await unreviewedVersions(db, memoryId)).toMatchObject({ isReviewedBefore: false })
    expect(await unreviewedMemories(db, [memoryId])).toEqual(new Set([memoryId]))
    await examineAll(db)
    expect(await ordinalsOf(db, storeId, memoryId)).toEqual([2])
    expect(await unreviewedMemories(db, [memoryId])).toEqual(new Set([memoryId]))
    expect(await openChangesetsByStore(db, [storeId], 10)).toEqual(new Map([[storeId, 1]]))
  })

  test('a memory is reviewed through its head once all is decided, and no longer when the agent writes again', async () => {
    const db = current()
    const { storeId, memoryId } = await memoryOfAPerson(db)
    await updateMemory(db, { storeId, memoryId, content: 'one\n2\nthree\n', cause: AGENT })
    await examineAll(db)
    await acceptAll(db, storeId)
    expect(await unreviewedVersions(db, memoryId)).toBeNull()
    await updateMemory(db, { storeId, memoryId, content: 'one\n2\n3\n', cause: AGENT })
    expect(await ordinalsOf(db, storeId, memoryId)).toEqual([3])
    expect(await unreviewedVersions(db, memoryId)).toMatchObject({ isReviewedBefore: true })
    await examineAll(db)
    expect(await unreviewedMemories(db, [memoryId])).toEqual(new Set([memoryId]))
  })
})
