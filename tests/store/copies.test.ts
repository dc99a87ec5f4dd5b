import { write } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { createStore, deleteStore, updateStore } from '@/lib/store/change-stores'
import { compareStores } from '@/lib/store/compare-stores'
import { copyStore } from '@/lib/store/copies'
import { getJob, jobEnded, listJobs, restartJob, stopJob } from '@/lib/jobs/jobs'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { doPlan, planOf, planRow } from '@/lib/store/plan/do-plan'
import type { Answer, AskOf } from '@/lib/store/plan/plan'
import { getStore } from '@/lib/store/stores'
import { listVersions } from '@/lib/store/versions'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { sha256Hex } from '@/lib/text/content'
import { codeOf, textsOf, written } from '@/tests/support/written'

const many = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${at}`, `${at}`]))

const test = base.extend('world', async ({ store }) => {
  const origin = store.id
  const put = (storeId: string, path: string, content: string) =>
    written(storeId, { [path]: content })
  const drop = (storeId: string, path: string) => written(storeId, { [path]: null })
  const copy = async (at?: number) => {
    const job = await copyStore({ storeId: origin, at, name: 'A copy' }, BY_PERSON)
    const ended = await jobEnded(job.id)
    return { job: ended, state: ended.state, copy: ended.result?.store_id as string }
  }
  const takeOver = async (
    into: string,
    ask: Omit<AskOf<'take_over'>, 'kind'>,
    answer: Answer = 'leave',
  ) => {
    const asked: AskOf<'take_over'> = { kind: 'take_over', ...ask }
    const { plan } = await planOf(into, asked)
    const answers = Object.fromEntries(plan.rows.map(({ id }) => [id, answer]))
    return doPlan(into, asked, { hash: plan.hash, answers }, BY_PERSON)
  }
  return { origin, put, drop, copy, texts: textsOf, takeOver }
})

describe('a copy of a store', () => {
  test('has the memories of that moment, version 1 each, in one batch, and the settings', async ({
    world,
  }) => {
    const { origin, put, copy, texts } = world
    await updateStore(origin, { limits: { memoryBytes: 5_000 }, metadata: { a: 'b' } }, BY_PERSON)
    await written(origin, many('/m', 120))
    const { lastSequence: at } = await getStore(origin)
    const before = await texts(origin)
    await put(origin, '/m/1', 'later')
    const made = await copy(at)
    expect(made.state).toBe('done')
    expect(await texts(made.copy)).toEqual(before)
    expect(await getStore(made.copy)).toMatchObject({
      name: 'A copy',
      metadata: { a: 'b' },
      limits: { memoryBytes: 5_000 },
      memoryCount: 120,
      lastSequence: 120,
      copiedFromId: origin,
      copiedFromSequence: at,
    })
    const { items } = await listVersions({ storeId: made.copy, limit: 200 })
    expect(new Set(items.map(({ batchId }) => batchId)).size).toBe(1)
    expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_, index) => 120 - index))
    expect(items.every(({ ordinal, operation }) => ordinal === 1 && operation === 'created')).toBe(
      true,
    )
  })

  test('shares nothing with its origin', async ({ world }) => {
    const { origin, put, copy, texts } = world
    await put(origin, '/a', 'a')
    const { job, copy: made } = await copy()
    await put(made, '/a', 'other')
    await put(origin, '/b', 'b')
    expect([await texts(origin), await texts(made)]).toEqual([
      { '/a': 'a', '/b': 'b' },
      { '/a': 'other' },
    ])
    await deleteStore(origin, BY_PERSON)
    // As after a kill between that it was shown and that this was noted.
    await restartJob(job.id, job.input)
    expect(await jobEnded(job.id)).toMatchObject({ state: 'done' })
    expect(await texts(made)).toEqual({ '/a': 'other' })
  })

  test('that is stopped is taken away', async ({ world }) => {
    const { origin } = world
    await written(origin, many('', 60))
    const job = await copyStore({ storeId: origin, name: 'stopped' }, BY_PERSON)
    await stopJob(job.id)
    expect(await jobEnded(job.id)).toMatchObject({ state: 'stopped' })
    const purges = await listJobs({ kinds: ['purge'], limit: 100 })
    expect(purges.map(({ input }) => input.storeId)).toContain(job.input.copyId)
    expect(await getStore(job.input.copyId as string).catch(codeOf)).toBe('store_not_found')
  })

  test('that another server took over is left to it by one that stood still', async ({ world }) => {
    await written(world.origin, many('', 60))
    const { id } = await copyStore({ storeId: world.origin, name: 'taken' }, BY_PERSON)
    const lease = { holder: 'another', until: new Date(Date.now() + 30_000) }
    const take = () =>
      write((tx) => tx.lease.updateMany({ where: { name: `job:${id}` }, data: lease }))
    await expect.poll(async () => (await take()).count, { interval: 1 }).toBe(1)
    await allDone()
    expect(await getJob(id)).toMatchObject({ state: 'running', error: null })
    expect(await listJobs({ kinds: ['purge'], state: 'running', limit: 1 })).toEqual([])
  })

  test('holds what is larger than a new store takes', async ({ world }) => {
    const { origin, put, copy, texts } = world
    await updateStore(origin, { limits: { memoryBytes: 300_000 } }, BY_PERSON)
    await put(origin, '/large', 'x'.repeat(200_000))
    await updateStore(origin, { limits: { memoryBytes: 1_000 } }, BY_PERSON)
    const { copy: made } = await copy()
    expect((await texts(made))['/large']).toHaveLength(200_000)
    expect((await getStore(made)).limits.memoryBytes).toBe(1_000)
  })
})

describe('two stores compared', () => {
  test('differ path by path, and each difference is somebody’s', async ({ world }) => {
    const { origin, put, drop, copy } = world
    for (const name of ['same', 'mine', 'theirs', 'both', 'gone', 'from']) {
      await put(origin, `/${name}`, `${name}\n`)
    }
    const { copy: made } = await copy()
    await put(origin, '/mine', 'changed\n')
    await put(made, '/theirs', 'changed\n')
    await put(origin, '/both', 'one\n')
    await put(made, '/both', 'other\n')
    await drop(made, '/gone')
    await drop(made, '/from')
    await put(made, '/to', 'from\n')
    const { base: common, rows, same } = await compareStores({ storeId: origin }, { storeId: made })
    expect(common).toEqual({ storeId: origin, at: 6 })
    expect(same).toBe(1)
    const told = rows.map(({ path, kind, by, lines }) => [
      path,
      kind,
      by,
      lines && `+${lines.added} −${lines.removed}`,
    ])
    expect(told).toEqual([
      ['/both', 'differs', 'both', '+1 −1'],
      ['/gone', 'only_one', 'other', '+0 −1'],
      ['/mine', 'differs', 'one', '+1 −1'],
      ['/theirs', 'differs', 'other', '+1 −1'],
      ['/to', 'moved', 'other', '+0 −0'],
    ])
  })

  test('that are copies of a third have its moment in common', async ({ world }) => {
    const { origin, put, copy } = world
    await put(origin, '/a', 'a\n')
    const first = await copy()
    await put(origin, '/b', 'b\n')
    const second = await copy()
    const { base: common } = await compareStores({ storeId: first.copy }, { storeId: second.copy })
    expect(common).toEqual({ storeId: origin, at: 1 })
    await deleteStore(origin, BY_PERSON)
    const orphans = await compareStores({ storeId: first.copy }, { storeId: second.copy })
    expect(orphans).toMatchObject({ base: null, rows: [{ path: '/b', by: null }] })
  })
})

describe('taking over', () => {
  test('brings files, deletions and moves over, undone it is as before', async ({ world }) => {
    const { origin, put, drop, copy, texts, takeOver } = world
    for (const name of ['changed', 'gone', 'from', 'other']) await put(origin, `/${name}`, name)
    const { copy: made } = await copy()
    const before = await texts(origin)
    const { id } = await getMemory({ storeId: origin, path: '/from' }, 'basic')
    await put(made, '/changed', 'better')
    await put(made, '/new', 'new')
    await put(made, '/other', 'not taken')
    await drop(made, '/gone')
    await drop(made, '/from')
    await put(made, '/to', 'from')
    const rows = ['/changed', '/new', '/gone', '/to'].map((path) => ({ path }))
    const done = await takeOver(origin, { from: { storeId: made }, rows })
    expect(await texts(origin)).toEqual({
      '/changed': 'better',
      '/new': 'new',
      '/other': 'other',
      '/to': 'from',
    })
    expect((await getMemory({ storeId: origin, path: '/to' }, 'basic')).id).toBe(id)
    const undo: AskOf<'undo'> = {
      kind: 'undo',
      batchId: ('batchId' in done && done.batchId) || '',
    }
    const { plan } = await planOf(origin, undo)
    await doPlan(origin, undo, { hash: plan.hash }, BY_PERSON)
    expect(await texts(origin)).toEqual(before)
  })

  test('merges what both sides changed, or waits for an answer', async ({ world }) => {
    const { origin, put, copy, texts, takeOver } = world
    const text = 'a\nb\nc\nd\ne\n'
    await put(origin, '/merged', text)
    await put(origin, '/both', text)
    const { copy: made } = await copy()
    await put(origin, '/merged', text.replace('a', 'ours'))
    await put(made, '/merged', text.replace('e', 'theirs'))
    await put(origin, '/both', text.replace('c', 'ours').replace('a', 'A'))
    await put(made, '/both', text.replace('e', 'E').replace('c', 'theirs'))
    const ask = { from: { storeId: made }, rows: [{ path: '/merged' }, { path: '/both' }] }
    const { plan } = await takeOver(origin, ask)
    expect(plan.rows.map(({ group, isMerged }) => [group, isMerged])).toEqual([
      ['change', true],
      ['conflict', true],
    ])
    expect(await texts(origin)).toEqual({
      '/merged': 'ours\nb\nc\nd\ntheirs\n',
      '/both': 'A\nb\nours\nd\ne\n',
    })
    const both = { from: { storeId: made }, rows: [{ path: '/both' }] }
    const [row] = (await planOf(origin, { kind: 'take_over', ...both })).plan.rows
    expect(await planRow(origin, { kind: 'take_over', ...both }, row?.id ?? '')).toEqual({
      before: 'A\nb\nours\nd\ne\n',
      after: 'A\nb\ntheirs\nd\nE\n',
      base: text,
    })
    await takeOver(origin, both, 'take')
    expect((await texts(origin))['/both']).toBe('A\nb\ntheirs\nd\nE\n')
  })

  test('takes single hunks, and texts of a person', async ({ world }) => {
    const { origin, put, copy, texts, takeOver } = world
    await put(origin, '/hunks', 'a\nb\nc\nd\n')
    await put(origin, '/text', 'a\n')
    const { copy: made } = await copy()
    await put(made, '/hunks', 'A\nb\nc\nD\n')
    await put(made, '/text', 'b\n')
    const of = [sha256Hex('a\nb\nc\nd\n'), sha256Hex('A\nb\nc\nD\n')] satisfies [string, string]
    await takeOver(origin, {
      from: { storeId: made },
      rows: [
        { path: '/hunks', hunks: [1], of },
        { path: '/text', text: 'mine\n' },
      ],
    })
    expect(await texts(origin)).toEqual({ '/hunks': 'a\nb\nc\nD\n', '/text': 'mine\n' })
    const rows = [{ path: '/hunks', hunks: [0], of }]
    const ask: AskOf<'take_over'> = { kind: 'take_over', from: { storeId: made }, rows }
    expect((await planOf(origin, ask)).plan.rows).toMatchObject([
      { group: 'cannot', reason: 'changed_since_ticked' },
    ])
  })

  test('from an earlier moment of the same store brings that back', async ({ world }) => {
    const { origin, put, texts, takeOver } = world
    await put(origin, '/a', 'old')
    await put(origin, '/a', 'new')
    await takeOver(origin, { from: { storeId: origin, at: 1 }, rows: [{ path: '/a' }] })
    expect(await texts(origin)).toEqual({ '/a': 'old' })
  })

  test('shows the plan again if the other store changed', async ({ world }) => {
    const { origin, put, copy } = world
    await put(origin, '/a', 'a')
    const { copy: made } = await copy()
    await put(made, '/a', 'b')
    const ask: AskOf<'take_over'> = {
      kind: 'take_over',
      from: { storeId: made },
      rows: [{ path: '/a' }],
    }
    const { plan } = await planOf(origin, ask)
    await put(made, '/a', 'c')
    const refused = await doPlan(origin, ask, { hash: plan.hash }, BY_PERSON).catch(codeOf)
    expect(refused).toBe('plan_changed')
  })

  test('from a store that is gone is refused', async ({ world }) => {
    const gone = await createStore({ name: 'gone' })
    await deleteStore(gone.id, BY_PERSON)
    const from = { storeId: gone.id }
    expect(await world.takeOver(world.origin, { from, rows: [] }).catch(codeOf)).toBe(
      'store_not_found',
    )
  })
})
