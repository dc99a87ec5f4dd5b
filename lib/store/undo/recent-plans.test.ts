import { expect, test, vi } from 'vitest'
import { onSqlite } from '@/tests/support/databases'
import { createMemory } from '../memories/change-memories'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { createStore } from '../stores/change-stores'
import { recentPlan } from './recent-plans'
import { undoChanges } from './undo-changes'

const cause = { actor: LOCAL_USER_ACTOR }

onSqlite((current) => {
  test('a plan is computed once, until anything changes', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    await createMemory(db, { storeId, path: '/a', content: 'a', cause })
    const compute = vi.fn(() =>
      undoChanges(db, { storeId, changes: { from: 0, to: 9 }, isDryRun: true, cause }),
    )
    const shown = await recentPlan(db, 'undo', compute)
    expect(shown.plan.willChange).toHaveLength(1)
    expect(await recentPlan(db, 'undo', compute)).toBe(shown)
    expect(compute).toHaveBeenCalledOnce()
    await createMemory(db, { storeId, path: '/b', content: 'b', cause })
    expect((await recentPlan(db, 'undo', compute)).plan.willChange).toHaveLength(2)
  })

  test('one that failed is computed again, and only the last few are kept', async () => {
    const db = current()
    const plan = { plan: { willChange: [], alreadySo: [], changedSince: [], cannot: [] } }
    const made = { ...plan, planHash: 'h', batchId: null, versionIds: [] }
    const compute = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(made)
    await expect(recentPlan(db, '1', compute)).rejects.toThrow('away')
    for (const name of ['1', '2', '3', '4', '5']) await recentPlan(db, name, compute)
    expect(compute).toHaveBeenCalledTimes(6)
    await recentPlan(db, '5', compute)
    await recentPlan(db, '1', compute)
    expect(compute).toHaveBeenCalledTimes(7)
  })
})
