import { expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { onBothDatabases } from '@/tests/support/databases'
import { listedChanges } from './listed-changes'
import { groupSizes } from './group-sizes'

onBothDatabases((current) => {
  test('a head counts its whole group on each page that lists a part of it', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Long' })
    await applyMoment(db, {
      storeId,
      at: Date.UTC(2026, 4, 20),
      batch: { kind: 'seed' },
      steps: Array.from({ length: 230 }, (_, at) => ({
        op: 'write' as const,
        path: `/${at}`,
        content: 'x',
      })),
      cause: { actor: LOCAL_USER_ACTOR },
    })
    const whole = { changeCount: 230, memoryCount: 230, isCut: false }
    const first = await listedChanges(db, {}, {}, Date.now())
    expect([...(await groupSizes(db, first, {})).values()]).toEqual([whole])
    const after = first.changes.at(-1)
    const second = await listedChanges(db, { after }, {}, Date.now())
    expect([...(await groupSizes(db, second, { after })).values()]).toEqual([whole])

    const narrowed = await listedChanges(db, {}, { operation: 'created' }, Date.now())
    expect([...(await groupSizes(db, narrowed, { operation: 'created' })).values()]).toEqual([
      { changeCount: 100, memoryCount: 100, isCut: true },
    ])
  })
})
