import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { examineAll } from '@/lib/review/background/examiner'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { addComment, updateComment } from '../comments/write-comments'
import { changesetMemories } from './changeset-memories'
import {
  getChangeset,
  changesetsById,
  type ChangesetFilter,
  listChangesets,
} from './list-changesets'
import { updateChangeset } from './update-changeset'

const SESSION: Cause = { actor: { type: 'session', id: 'sesn_one' }, sessionId: 'sesn_one' }

/** A changeset that writes to a path of a store of its own. */
async function changesetAt(db: Database, path: string, cause: Cause): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  await createMemory(db, { storeId, path, content: 'written\n', cause })
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  return changesets[0]?.id ?? ''
}

onBothDatabases((current) => {
  const idsOf = async (filter: ChangesetFilter) => {
    const { changesets } = await listChangesets(current(), { ...filter, limit: 9 })
    return changesets.map(({ id }) => id)
  }

  test('changesets are found by the beginning of a path, taken literally', async () => {
    const plans = await changesetAt(current(), '/plans_2026/a.md', SESSION)
    const other = await changesetAt(current(), '/plansX2026/b.md', SESSION)
    expect(await idsOf({ pathPrefix: '/plans_' })).toEqual([plans])
    expect((await idsOf({ pathPrefix: '/plans' })).toSorted()).toEqual([plans, other].toSorted())
    expect(await idsOf({ pathPrefix: '/plans_2026/a.md/' })).toEqual([])
  })

  test('a memory that was deleted is found where it was', async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const cause = { actor: LOCAL_USER_ACTOR }
    const memory = await createMemory(current(), { storeId, path: '/a.md', content: 'a', cause })
    await removeMemory(current(), { storeId, memoryId: memory.id, cause: SESSION })
    await examineAll(current())
    expect(await idsOf({ pathPrefix: '/a' })).toHaveLength(1)
  })

  test('changesets are found by who is to decide, and those for which nobody is', async () => {
    const mine = await changesetAt(current(), '/a.md', SESSION)
    const nobodys = await changesetAt(current(), '/b.md', SESSION)
    await updateChangeset(current(), { changesetId: mine, assignee: LOCAL_USER_ACTOR })
    expect(await idsOf({ assignee: LOCAL_USER_ACTOR })).toEqual([mine])
    expect(await idsOf({ assignee: 'nobody' })).toEqual([nobodys])
  })

  test('changesets of any session are told from those of programs', async () => {
    const session = await changesetAt(current(), '/a.md', SESSION)
    const program = await changesetAt(current(), '/b.md', { actor: LOCAL_API_ACTOR })
    expect(await idsOf({ actorType: 'session' })).toEqual([session])
    expect(await idsOf({ actorId: LOCAL_API_ACTOR.id })).toEqual([program])
  })

  test('changesets are found by comments that nobody resolved, and by those that were answered', async () => {
    const id = await changesetAt(current(), '/a.md', SESSION)
    await changesetAt(current(), '/b.md', SESSION)
    const changeset = await getChangeset(current(), id)
    const [memory] = await changesetMemories(current(), id)
    if (!memory) throw new Error('no memory')
    const { storeId } = changeset
    const by = LOCAL_USER_ACTOR
    const lines = { from: 1, to: 1 }
    const said = { storeId, versionId: memory.throughVersionId, lines, text: 'No.', by }
    const commentId = await addComment(current(), { ...said, disposition: 'fix' })
    expect(await idsOf({ comments: 'open' })).toEqual([id])
    expect(await idsOf({ comments: 'answered' })).toEqual([])
    const { memoryId } = memory
    await updateMemory(current(), { storeId, memoryId, content: 'right\n', cause: SESSION })
    await examineAll(current())
    expect(await idsOf({ comments: 'answered' })).toEqual([id])
    await updateComment(current(), { commentId, status: 'resolved', by })
    expect(await idsOf({ comments: 'open' })).toEqual([])
  })

  test('changesets are read by their ids, without those that are gone', async () => {
    const id = await changesetAt(current(), '/a.md', SESSION)
    expect([...(await changesetsById(current(), [id, 'chgset_none'])).keys()]).toEqual([id])
  })
})
