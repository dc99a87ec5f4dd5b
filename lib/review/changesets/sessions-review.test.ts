import { expect, test } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { applyReview } from '../decisions/apply-review'
import { decideHunks } from '../decisions/decide-hunks'
import { hunkId } from '../model/hunk'
import { changesetMemories } from './changeset-memories'
import { sessionsReview } from './sessions-review'

const session = (id: string): Cause => ({ actor: { type: 'session', id } })

onBothDatabases((current) => {
  test('what a session changed is summed over its stores, and leads to what is left', async () => {
    const db = current()
    const stores = [await createStore(db, { name: 'A' }), await createStore(db, { name: 'B' })]
    const cause = session('sesn_one')
    for (const { id: storeId } of stores) {
      await createMemory(db, { storeId, path: '/a', content: 'one\ntwo\n', cause })
    }
    expect(await sessionsReview(db, ['sesn_one'])).toMatchObject(
      new Map([['sesn_one', { isExamined: false }]]),
    )
    await examineAll(db)
    const found = await sessionsReview(db, ['sesn_one', 'sesn_two'])
    expect([...found.keys()]).toEqual(['sesn_one'])
    expect(found.get('sesn_one')).toMatchObject({
      addedLines: 4,
      removedLines: 0,
      openHunks: 2,
      changesetId: expect.stringMatching(/^chgset_/) as string,
      isExamined: true,
    })
  })

  test('what is decided and not applied is left, and leads there', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'A' })
    await createMemory(db, { storeId, path: '/a', content: 'one\n', cause: session('sesn_one') })
    await examineAll(db)
    const review = async () => (await sessionsReview(db, ['sesn_one'])).get('sesn_one')
    const changesetId = (await review())?.changesetId ?? ''
    const [memory] = await changesetMemories(db, changesetId)
    const [hunk] = memory?.hunks ?? []
    if (!memory || !hunk) throw new Error('nothing to decide')
    const name = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
    const reviewer = LOCAL_USER_ACTOR
    const decisions = [{ hunkId: name, decision: 'rejected' as const, seen: true }]
    await decideHunks(db, { changesetId, decisions, reviewer })
    expect(await review()).toMatchObject({ openHunks: 0, hunksToApply: 1, changesetId })
    await applyReview(db, { changesetId, reviewer })
    expect(await review()).toMatchObject({ openHunks: 0, hunksToApply: 0, changesetId: null })
  })
})
