import { db } from '@/lib/db'
import { type ChangeToReview, changesToReview } from '@/lib/review/change-to-review'
import type { Back } from '@/lib/review/hunks'
import { keepOlder, settle } from '@/lib/review/settle'
import { countToReview, listToReview } from '@/lib/review/to-review'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { archiveStore } from '@/lib/store/change-stores'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { doPlan } from '@/lib/store/plan/do-plan'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { AGENT, textsOf } from '@/tests/support/written'

/** A person's decisions about what agents wrote. */

/** A store in which an agent changed what a person wrote. */
const test = base.extend('world', async ({ storeId }) => {
  const made = async (path: string, content: string, by: Cause = BY_PERSON) =>
    (await createMemory({ storeId, path, content }, by)).id
  const write = (memoryId: string, content: string, by: Cause = AGENT) =>
    updateMemory({ storeId, memoryId, content }, by)
  const move = (memoryId: string, path: string, by: Cause = AGENT) =>
    updateMemory({ storeId, memoryId, path }, by)
  const remove = (memoryId: string, by: Cause = AGENT) => removeMemory({ storeId, memoryId }, by)
  const toReview = async (memoryId: string): Promise<ChangeToReview> => {
    const [change] = await changesToReview([memoryId])
    if (!change) throw new Error('there is nothing to review')
    return change
  }
  const asShown = async (memoryId: string, back: Back[] | 'all' = []) => {
    const { base, through, shown, hunks } = await toReview(memoryId)
    return { memoryId, base, through, shown, back: back === 'all' ? [...hunks.keys()] : back }
  }
  const decide = async (memoryId: string, back: Back[] | 'all' = []) =>
    settle([await asShown(memoryId, back)], BY_PERSON)
  const undo = (batchId = '') =>
    doPlan(storeId, { kind: 'undo', batchId }, { hash: null }, BY_PERSON)
  const texts = () => textsOf(storeId)
  const count = async () => (await countToReview([storeId])).memories
  return { storeId, made, write, move, remove, toReview, asShown, decide, undo, texts, count }
})

describe('what an agent changed', () => {
  test('is listed in its group, is counted, and is no more once it is kept', async ({ world }) => {
    const { storeId, made, write, count, decide } = world
    const id = await made('/a.md', 'one\ntwo\n')
    await write(id, 'one\nbad\n')
    expect(await listToReview({ storeId })).toMatchObject({
      beyond: 0,
      groups: [{ key: AGENT.actor.id, kind: 'actor', memories: [{ memoryId: id }] }],
    })
    expect(await count()).toBe(1)
    await decide(id)
    expect(await count()).toBe(0)
    expect((await listToReview({ storeId })).groups).toEqual([])
  })

  test('goes back hunk by hunk, and takes the reviewer’s lines', async ({ world }) => {
    const { made, write, decide, texts } = world
    const id = await made('/a.md', 'one\n2\n3\nfour\n5\nsix\n')
    await write(id, 'ONE\n2\n3\nFOUR\n5\nSIX\n')
    await decide(id, [0, { hunk: 2, text: 'six and a half' }])
    expect(await texts()).toEqual({ '/a.md': 'one\n2\n3\nFOUR\n5\nsix and a half\n' })
  })

  test('is to review again once its settle is undone', async ({ world }) => {
    const { made, write, decide, undo, count, texts } = world
    const id = await made('/a.md', 'one\n')
    await write(id, 'bad\n')
    for (const back of [[], [0]]) {
      const { batchIds } = await decide(id, back)
      expect(await count()).toBe(0)
      await undo(batchIds[0])
      expect(await count()).toBe(1)
      expect(await texts()).toEqual({ '/a.md': 'bad\n' })
    }
  })

  test('unread and older is kept at once, and comes back', async ({ world }) => {
    const { storeId, made, write, undo, count } = world
    const id = await made('/a.md', 'one\n')
    await write(id, 'two\n')
    const done = await keepOlder({ than: new Date(), storeId }, BY_PERSON)
    expect(done.memories).toBe(1)
    expect(await count()).toBe(0)
    expect(await db.review.findMany({ where: { storeId } })).toMatchObject([{ isUnread: true }])
    await undo(done.batchIds[0])
    expect(await count()).toBe(1)
  })

  test('of an archived store can be kept alone', async ({ world }) => {
    const { storeId, made, write, decide } = world
    const id = await made('/a.md', 'one\n')
    await write(id, 'two\n')
    await archiveStore(storeId, BY_PERSON)
    await expect(decide(id, 'all')).rejects.toMatchObject({ code: 'archived_keeps_only' })
    await decide(id)
  })
})
