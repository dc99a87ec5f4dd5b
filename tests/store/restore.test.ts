import { archiveStore, updateStore } from '@/lib/store/change-stores'
import { getMemory, listMemories } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { doPlan, planOf, planRow } from '@/lib/store/plan/do-plan'
import type { Ask } from '@/lib/store/plan/plan'
import { getStore } from '@/lib/store/stores'
import { describe, expect, test as base } from '../support/fixtures'
import { codeOf, damage, textsOf, writingIn } from '@/tests/support/written'

const test = base.extend('world', async ({ storeId }) => {
  const now = async () => (await getStore(storeId)).lastSequence
  const state = async () => {
    const { items } = await listMemories({ storeId, limit: 100 }, 'full')
    return items.map((item) => ('content' in item ? [item.id, item.path, item.content] : item))
  }
  const perform = async (ask: Ask) => {
    const { plan } = await planOf(storeId, ask)
    const done = await doPlan(storeId, ask, { hash: plan.hash }, BY_PERSON)
    if (!('batchId' in done)) throw new Error('this is no job')
    return done
  }
  return { storeId, ...writingIn(storeId, BY_PERSON), now, state, perform }
})

describe('restoring a store', () => {
  test('leaves out what a person left out, and refuses what has no room', async ({ world }) => {
    const { storeId, create, remove, now, perform } = world
    const old = await create('/a', 'old')
    const at = await now()
    await remove(old.id)
    const made = await create('/a', 'new')
    const ask: Ask = { kind: 'restore', at }
    const { plan } = await planOf(storeId, ask)
    const chosen = { hash: plan.hash, leftOut: [made.id] }
    expect(await doPlan(storeId, ask, chosen, BY_PERSON).catch(codeOf)).toBe('path_conflict')
    await perform(ask)
    expect(await getMemory({ storeId, path: '/a' }, 'full')).toMatchObject({ id: old.id })
  })

  test('tells the texts of a row', async ({ world }) => {
    const { storeId, create, write, remove, now } = world
    const a = await create('/a', 'one')
    const b = await create('/b', 'two')
    const ask: Ask = { kind: 'restore', at: await now() }
    await write(a.id, 'more')
    await remove(b.id)
    expect(await planRow(storeId, ask, a.id)).toEqual({ before: 'more', after: 'one' })
    expect(await planRow(storeId, ask, b.id)).toEqual({ before: null, after: 'two' })
    expect(await planRow(storeId, ask, 'mem_none').catch(codeOf)).toBe('plan_changed')
  })

  test('of a damaged memory tells what it was, and nothing as what it is', async ({ world }) => {
    const { storeId, create, write, now } = world
    const a = await create('/a', 'one')
    const at = await now()
    const { versionId } = await write(a.id, 'two')
    await damage(versionId)
    const ask: Ask = { kind: 'restore', at }
    expect(await planRow(storeId, ask, a.id)).toEqual({ before: null, after: 'one' })
  })

  test('beyond a limit of the store is told before, and not done', async ({ world }) => {
    const { storeId, create, remove, now, perform } = world
    const a = await create('/a', 'a')
    const b = await create('/b', 'b')
    const at = await now()
    await remove(a.id)
    await remove(b.id)
    await updateStore(storeId, { limits: { memories: 1 } }, BY_PERSON)
    const { plan } = await perform({ kind: 'restore', at })
    expect(plan.rows.map(({ group, reason }) => reason ?? group).toSorted()).toEqual([
      'change',
      'limit_reached',
    ])
    expect((await getStore(storeId)).memoryCount).toBe(1)
  })

  test('beyond a limit of versions is told before, and the rest is done', async ({ world }) => {
    const { storeId, create, write, remove, now, perform } = world
    const a = await create('/a', 'a')
    const b = await create('/b', 'b')
    const c = await create('/c', 'c')
    const at = await now()
    await write(a.id, 'A')
    await remove(b.id)
    await remove(c.id)
    await updateStore(storeId, { limits: { versions: 8 } }, BY_PERSON)
    const { plan } = await perform({ kind: 'restore', at })
    expect(plan.rows.map(({ group, reason }) => reason ?? group)).toEqual([
      'change',
      'change',
      'limit_reached',
    ])
    expect(await textsOf(storeId)).toEqual({ '/a': 'a', '/b': 'b' })
  })

  test('of an archived store is refused', async ({ world }) => {
    await archiveStore(world.storeId, BY_PERSON)
    const refused = await world.perform({ kind: 'restore', at: 0 }).catch(codeOf)
    expect(refused).toBe('store_archived')
  })
})

describe('moving and deleting', () => {
  test('takes a folder with all that lies in it, and is undone at once', async ({ world }) => {
    const { create, state, perform } = world
    for (const name of ['a', 'b/c', 'b/d']) await create(`/from/${name}`, name)
    await create('/fromage', 'stays')
    const before = await state()
    const { batchId } = await perform({ kind: 'move', moves: [{ from: '/from', to: '/to/x' }] })
    const paths = (await state()).map((row) => (Array.isArray(row) ? row[1] : ''))
    expect(paths).toEqual(['/fromage', '/to/x/a', '/to/x/b/c', '/to/x/b/d'])
    await perform({ kind: 'undo', batchId: batchId ?? '' })
    expect(await state()).toEqual(before)
  })

  test('leaves in place whom one that cannot go stands in the way of', async ({ world }) => {
    const { storeId, create, state } = world
    for (const name of ['a', 'b', 'c', 'taken']) await create(`/${name}`, name)
    const before = await state()
    const moves = [
      { from: '/a', to: '/b' },
      { from: '/b', to: '/c' },
      { from: '/c', to: '/taken' },
    ]
    const { plan } = await planOf(storeId, { kind: 'move', moves })
    expect(plan.rows.map(({ reason }) => reason)).toEqual([
      'path_taken',
      'path_taken',
      'path_taken',
    ])
    expect((await world.perform({ kind: 'move', moves })).versionIds).toEqual([])
    expect(await state()).toEqual(before)
  })

  test.for([
    ['into itself', { from: '/a', to: '/a/b' }, 'moved_into_itself'],
    ['of nothing', { from: '/none', to: '/b' }, 'memory_not_found'],
    ['to a path that is none', { from: '/a', to: '/b/../c' }, 'invalid_input'],
  ] as const)('is refused %s', async ([, move, code], { world }) => {
    await world.create('/a', 'a')
    expect(await world.perform({ kind: 'move', moves: [move] }).catch(codeOf)).toBe(code)
  })

  test('deletes what is there, also in an archived store', async ({ world }) => {
    const { storeId, create, remove, state, perform } = world
    const a = await create('/a', 'a')
    const b = await create('/b', 'b')
    await remove(b.id)
    await archiveStore(storeId, BY_PERSON)
    const { plan } = await perform({ kind: 'delete', memoryIds: [a.id, b.id] })
    expect(plan).toMatchObject({ rows: [{ id: a.id, operation: 'deleted' }], same: 1 })
    expect(await state()).toEqual([])
  })
})
