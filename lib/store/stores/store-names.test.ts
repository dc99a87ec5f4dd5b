import { expect, test } from 'vitest'
import { onSqlite } from '@/tests/support/databases'
import { createStore } from './change-stores'
import { freeStoreName } from './store-names'

onSqlite((current) => {
  test('a store named after a project that has one already gets the next free number', async () => {
    const db = current()
    for (const name of ['proj', 'proj 3', 'projector']) await createStore(db, { name })
    expect(await freeStoreName(db, 'other')).toBe('other')
    expect(await freeStoreName(db, 'proj')).toBe('proj 2')
    await createStore(db, { name: 'proj 2' })
    expect(await freeStoreName(db, 'proj')).toBe('proj 4')
  })
})
