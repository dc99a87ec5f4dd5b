import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { applyMoment } from '../undo/apply-moment'
import type { HistoryStep } from '../model/history-step'
import { countChangedLines } from './version-texts'
import { createStore } from '../stores/change-stores'
import { kindOf, pathOf } from '../model/memory-change'
import { netChanges } from '../changes/net-changes'

const cause = { actor: LOCAL_USER_ACTOR }
const at = 1_700_000_000_000

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Lines' })
    const moment = (second: number, steps: readonly HistoryStep[]) =>
      applyMoment(db, { storeId, at: at + second * 1000, batch: null, steps, cause })
    await moment(1, [
      { op: 'write', path: '/changed', content: 'one\ntwo\nthree\n' },
      { op: 'write', path: '/gone', content: 'a\nb\n' },
      { op: 'write', path: '/here', content: 'stays\n' },
    ])
    await moment(2, [
      { op: 'write', path: '/changed', content: 'one\n2\nthree\nfour\n' },
      { op: 'delete', path: '/gone' },
      { op: 'rename', from: '/here', path: '/there' },
      { op: 'write', path: '/made', content: 'no newline' },
    ])
    const from = { time: at + 1000 }
    const to = { time: at + 2000 }
    const { changes } = await netChanges(db, { storeId, from, to })
    return { db, storeId, changes }
  }

  test('each change says how many lines it added and removed', async () => {
    const { db, storeId, changes } = await setUp()
    const counts = await countChangedLines(db, { storeId, changes, mostBytes: 1_000 })
    expect(
      changes.map((change) => {
        const { added, removed } = counts?.get(change.memoryId) ?? {}
        return [kindOf(change), pathOf(change), added, removed]
      }),
    ).toEqual([
      ['modified', '/changed', 2, 1],
      ['deleted', '/gone', 0, 2],
      ['created', '/made', 1, 0],
      ['renamed', '/there', 0, 0],
    ])
  })

  test('nothing is read if it would be too much', async () => {
    const { db, storeId, changes } = await setUp()
    const bytes = changes.reduce(
      (sum, change) =>
        kindOf(change) === 'renamed'
          ? sum
          : sum + (change.before?.size ?? 0) + (change.after?.size ?? 0),
      0,
    )
    const most = (mostBytes: number) => countChangedLines(db, { storeId, changes, mostBytes })
    expect(await most(bytes)).not.toBeNull()
    expect(await most(bytes - 1)).toBeNull()
  })
})
