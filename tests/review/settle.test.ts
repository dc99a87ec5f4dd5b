import { db, write as change } from '@/lib/db'
import { type ChangeToReview, changesToReview } from '@/lib/review/change-to-review'
import type { Back } from '@/lib/review/hunks'
import { keepOlder, settle } from '@/lib/review/settle'
import { shownToReview } from '@/lib/review/marked'
import { storeFlags } from '@/lib/review/store-flags'
import { countToReview, listToReview } from '@/lib/review/to-review'
import { archiveStore } from '@/lib/store/change-stores'
import { logEntries } from '@/lib/store/log-entries'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { readEvents } from '@/lib/store/events'
import { doPlan } from '@/lib/store/plan/do-plan'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { AGENT, textsOf, writingIn } from '@/tests/support/written'

/** A person's decisions about what agents wrote. */

/** A store in which an agent changed what a person wrote. */
const test = base.extend('world', async ({ storeId }) => {
  const { create, ...writes } = writingIn(storeId, AGENT)
  const made = async (path: string, content: string, by: Cause = BY_PERSON) =>
    (await create(path, content, by)).id
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
  return { storeId, made, ...writes, toReview, asShown, decide, undo, texts, count }
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
    const { storeId, made, write, decide, texts } = world
    const id = await made('/a.md', 'one\n2\n3\nfour\n5\n6\nsix\r\n')
    await write(id, 'ONE\n2\n3\nFOUR\n5\nnew\n\r\n6\nSIX\r\n')
    await decide(id, [0, { hunk: 2, text: 'newer\n' }, { hunk: 3, text: 'half' }])
    expect(await texts()).toEqual({ '/a.md': 'one\n2\n3\nFOUR\n5\nnewer\n\r\n6\nhalf\r\n' })
    const { entries } = await logEntries({ storeId, limit: 1, each: 1 })
    expect(entries).toMatchObject([{ settled: 1, memoryCount: 1 }])
  })

  test('unread and older is kept at once, and comes back', async ({ world }) => {
    const { storeId, made, write, undo, count } = world
    for (const path of ['/a.md', '/b.md']) await write(await made(path, 'one\n'), 'two\n')
    // Two of one time, as of a restore.
    const at = new Date()
    await change((tx) => tx.memory.updateMany({ where: { storeId }, data: { toReviewAt: at } }))
    const [memoryId = ''] = (await shownToReview([storeId])).map(({ id }) => id)
    const done = await keepOlder({ than: { at, memoryId }, but: [], storeId }, BY_PERSON)
    expect(done.memories).toBe(1)
    expect((await shownToReview([storeId])).map(({ id }) => id)).toEqual([memoryId])
    expect(await db.review.findMany({ where: { storeId } })).toMatchObject([{ isUnread: true }])
    await undo(done.batchIds[0])
    expect(await count()).toBe(2)
  })

  test('and is dangerous is shown, however much was written since, and not kept unseen', async ({
    world,
  }) => {
    const { storeId, made, write, remove } = world
    const deleted = await made('/CLAUDE.md', 'one\n')
    const emptied = await made('/emptied.md', 'one two three\n')
    await remove(deleted)
    await write(emptied, '')
    const secret = await made('/0.md', `key sk-ant-api03-${'aB3dE5gH7j'.repeat(9)}AA\n`, AGENT)
    for (const path of ['/1.md', '/2.md', '/3.md', '/4.md', '/5.md']) await made(path, '', AGENT)
    await expect.poll(async () => (await storeFlags(storeId)).unknown).toBe(0)
    const { groups, beyond, older } = await listToReview({ storeId, most: 6 })
    const ids = groups.flatMap(({ memories }) => memories.map(({ memoryId }) => memoryId))
    expect(ids.slice(0, 3).toSorted()).toEqual([deleted, emptied, secret].toSorted())
    expect([ids.length, beyond, older?.unscanned]).toEqual([6, 2, 0])
    // As a page asks that was shown before any of it was known.
    if (older) await keepOlder({ ...older, but: [], storeId }, BY_PERSON)
    const left = (await shownToReview([storeId])).map(({ id }) => id)
    expect(left.toSorted()).toEqual(ids.toSorted())
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

describe('a settle', () => {
  test('is one batch with one event, and records who looked how far', async ({ world }) => {
    const { storeId, made, write, asShown } = world
    const ids = [await made('/a.md', 'one\n'), await made('/b.md', 'one\n')]
    for (const id of ids) await write(id, 'two\n')
    const settled = [await asShown(ids[0] ?? ''), await asShown(ids[1] ?? '', 'all')]
    const { batchIds } = await settle(settled, BY_PERSON)
    expect(batchIds).toHaveLength(1)
    const events = await readEvents(storeId, 0, 100)
    expect(events.filter(({ type }) => type === 'memory.reviewed')).toHaveLength(1)
    const where = { storeId }
    expect(await db.batch.findMany({ where })).toMatchObject([{ kind: 'review' }])
    const looked = { batchId: batchIds[0], actorId: BY_PERSON.actor.id, isUnread: false }
    const reviews = await db.review.findMany({ where, orderBy: { fromSequence: 'asc' } })
    expect(reviews).toMatchObject([
      { ...looked, fromSequence: 1, lastSequence: 3, throughSequence: 3 },
      { ...looked, fromSequence: 2, lastSequence: 4, throughSequence: 4 },
    ])
  })

  test('of an older state leaves to review what came after it', async ({ world }) => {
    const { made, write, asShown, toReview } = world
    const id = await made('/a.md', 'one\n')
    await write(id, 'one\ntwo\n')
    const shown = await asShown(id)
    await write(id, 'one\ntwo\nthree\n')
    await settle([shown], BY_PERSON)
    const { base, hunks } = await toReview(id)
    expect(base).toBe(shown.through)
    expect(hunks).toMatchObject([{ afterFrom: 2, afterCount: 1 }])
  })

  test('takes nothing back where something else stands by now', async ({ world }) => {
    const { made, write, asShown, texts } = world
    const id = await made('/a.md', 'one\n')
    await write(id, 'bad\n')
    const shown = await asShown(id, 'all')
    await write(id, 'bad\nworse\n')
    const refused = { code: 'changed_since_looked', facts: { path: '/a.md' } }
    await expect(settle([shown], BY_PERSON)).rejects.toMatchObject(refused)
    const again = await asShown(id, 'all')
    // A redaction moves lines without a new version of the memory.
    await redacted('one', { replacement: '', storeIds: [world.storeId] })
    await expect(settle([again], BY_PERSON)).rejects.toMatchObject(refused)
    expect(await texts()).toEqual({ '/a.md': 'bad\nworse\n' })
  })

  test('of which one memory was reviewed elsewhere does nothing at all', async ({ world }) => {
    const { made, write, asShown, decide, count } = world
    const one = await made('/a.md', 'one\n')
    const other = await made('/b.md', 'one\n')
    for (const id of [one, other]) await write(id, 'two\n')
    const both = [await asShown(one), await asShown(other)]
    await decide(other)
    await expect(settle(both, BY_PERSON)).rejects.toMatchObject({
      code: 'reviewed_meanwhile',
      facts: { path: '/b.md', who: BY_PERSON.actor.id },
    })
    expect(await count()).toBe(1)
  })

  test('of two at once is done by one', async ({ world }) => {
    const { made, write, asShown } = world
    const id = await made('/a.md', 'one\n')
    await write(id, 'two\n')
    const shown = await asShown(id, 'all')
    const both = await Promise.allSettled([settle([shown], BY_PERSON), settle([shown], BY_PERSON)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('moves memories back that changed places, and a deleted one where a new one is', async ({
    world,
  }) => {
    const { made, move, remove, asShown, texts } = world
    const a = await made('/a', 'a')
    const b = await made('/b', 'b')
    const c = await made('/c', 'c')
    await move(a, '/aside')
    await move(b, '/a')
    await move(a, '/b')
    await remove(c)
    const n = await made('/c', 'new', AGENT)
    expect(await texts()).toEqual({ '/a': 'b', '/b': 'a', '/c': 'new' })
    const all = await Promise.all([a, b, c, n].map((id) => asShown(id, 'all')))
    await settle(all, BY_PERSON)
    expect(await texts()).toEqual({ '/a': 'a', '/b': 'b', '/c': 'c' })
  })

  test('takes no path back where another memory is by now', async ({ world }) => {
    const { made, move, decide } = world
    const id = await made('/a', 'a')
    await move(id, '/b')
    await made('/a', 'other')
    await expect(decide(id, 'all')).rejects.toMatchObject({
      code: 'cannot_go_back',
      facts: { path: '/b', other: '/a' },
    })
  })

  test('is no agent’s, and what an agent undoes of it opens nothing', async ({ world }) => {
    const { storeId, made, write, asShown, decide } = world
    const id = await made('/a.md', 'one\n')
    await write(id, 'bad\n')
    await expect(settle([await asShown(id)], AGENT)).rejects.toMatchObject({ code: 'may_not' })
    await expect(
      keepOlder({ than: { at: new Date(), memoryId: '' }, but: [] }, AGENT),
    ).rejects.toMatchObject({ code: 'may_not' })
    const [batchId] = (await decide(id, 'all')).batchIds
    const ask = { kind: 'undo', batchId: batchId ?? '' } as const
    await doPlan(storeId, ask, { hash: null }, AGENT)
    const { base } = await world.toReview(id)
    expect(base).toBe(3)
    expect(await db.review.count({ where: { storeId, endedAt: null } })).toBe(1)
  })

  test('that is undone leaves alone what others changed since', async ({ world }) => {
    const { storeId, made, write, asShown, undo, texts, count } = world
    const one = await made('/a.md', 'one\n')
    const other = await made('/b.md', 'one\n')
    for (const id of [one, other]) await write(id, 'bad\n')
    const both = [await asShown(one, 'all'), await asShown(other, 'all')]
    const { batchIds } = await settle(both, BY_PERSON)
    await write(one, 'ONE\n', BY_PERSON)
    await undo(batchIds[0])
    expect(await texts()).toEqual({ '/a.md': 'ONE\n', '/b.md': 'bad\n' })
    expect(await count()).toBe(1)
    const standing = await db.review.findMany({ where: { storeId, endedAt: null } })
    expect(standing.map(({ memoryId }) => memoryId)).toEqual([one])
    const { entries } = await logEntries({ storeId, limit: 1, each: 1 })
    expect(entries[0]).toMatchObject({ kind: 'memory.reviewed', settled: 1 })
  })
})
