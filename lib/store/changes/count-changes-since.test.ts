import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { countChangesSince } from './list-changes'
import { createStore } from '../stores/change-stores'
import { LOCAL_USER_ACTOR } from '../model/actor'

const start = Date.UTC(2026, 4, 20, 12)

onBothDatabases((current) => {
  test('changes of all stores since a time are counted, those of that time among them', async () => {
    const db = current()
    const cause = { actor: LOCAL_USER_ACTOR }
    for (const name of ['One', 'Other']) {
      const { id: storeId } = await createStore(db, { name })
      for (const at of [start, start + 10]) {
        const step = { op: 'write' as const, path: '/a', content: String(at), isAgain: true }
        await applyMoment(db, { storeId, at, batch: null, steps: [step], cause })
      }
    }
    expect(await countChangesSince(db, start)).toBe(4)
    expect(await countChangesSince(db, start + 10)).toBe(2)
    expect(await countChangesSince(db, start + 11)).toBe(0)
  })
})
