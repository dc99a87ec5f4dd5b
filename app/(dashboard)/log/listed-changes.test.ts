import { expect, test } from 'vitest'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { listedChanges } from './listed-changes'

const BEGUN = 1_700_000_000_000

onBothDatabases((current) => {
  const write = async (at: number) => {
    const db = current()
    const { id } = await createStore(db, { name: 'Busy' })
    await applyMoment(db, {
      storeId: id,
      at,
      batch: null,
      steps: [{ op: 'write', path: '/a', content: 'a' }],
      cause: { actor: { type: 'user', id: 'user_1' } },
    })
    return db
  }

  test('a change that came while the page was made stays listed when the page is paused', async () => {
    const db = await write(BEGUN + 5)
    const live = await listedChanges(db, {}, {}, BEGUN)
    const paused = await listedChanges(db, { until: live.heldAt }, {}, BEGUN + 10)
    expect(paused.changes).toEqual(live.changes)
    expect(paused.waiting).toBe(0)
  })

  test('a page without newer changes is paused at the moment at which it was made', async () => {
    const db = await write(BEGUN - 5)
    expect((await listedChanges(db, {}, {}, BEGUN)).heldAt).toBe(BEGUN)
    expect((await listedChanges(db, { until: BEGUN - 9 }, {}, BEGUN)).heldAt).toBe(BEGUN - 9)
  })
})
