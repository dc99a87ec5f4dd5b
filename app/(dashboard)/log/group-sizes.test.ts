import { expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
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
  })

  test('a head counts only what the log is narrowed to, of the whole group', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Mixed' })
    const at = Date.UTC(2026, 4, 20)
    const write = (paths: readonly string[], content: string, isAgain: boolean) =>
      applyMoment(db, {
        storeId,
        at,
        batch: null,
        steps: paths.map((path) => ({ op: 'write' as const, path, content, isAgain })),
        cause: { actor: LOCAL_USER_ACTOR },
      })
    const paths = Array.from({ length: 120 }, (_, index) => `/${index}`)
    await write(paths, 'x', false)
    await write(paths.slice(0, 30), 'y', true)
    const filter = { operation: 'created' as const }
    const narrowed = await listedChanges(db, {}, filter, Date.now())
    expect([...(await groupSizes(db, narrowed, filter)).values()]).toEqual([
      { changeCount: 120, memoryCount: 120, isCut: false },
    ])
    const recent = { createdFrom: at, createdTo: Date.now() }
    const week = await listedChanges(db, {}, recent, Date.now())
    expect([...(await groupSizes(db, week, recent)).values()]).toEqual([
      { changeCount: 150, memoryCount: 120, isCut: false },
    ])
  })

  test('of each store the group that a page cuts is counted', async () => {
    const db = current()
    const stores = await Promise.all(['One', 'Other'].map((name) => createStore(db, { name })))
    for (let round = 0; round < 60; round++) {
      for (const { id: storeId } of stores) {
        await createMemory(db, {
          storeId,
          path: `/${round}`,
          content: 'x',
          cause: { actor: LOCAL_USER_ACTOR },
        })
      }
    }
    const page = await listedChanges(db, {}, {}, Date.now())
    const whole = { changeCount: 60, memoryCount: 60, isCut: false }
    expect([...(await groupSizes(db, page, {})).values()]).toEqual([whole, whole])
  })
})
