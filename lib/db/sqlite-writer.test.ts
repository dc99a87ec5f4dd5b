import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshSqlite, type TestDatabase } from '@/tests/support/databases'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await freshSqlite()
})
afterAll(() => fresh.discard())

test('consecutive writes yield to the event loop', async () => {
  let turns = 0
  const count = () => {
    turns++
    pending = setImmediate(count)
  }
  let pending = setImmediate(count)
  for (let write = 0; write < 20; write++) await fresh.db.write(async () => {})
  clearImmediate(pending)
  expect(turns).toBeGreaterThanOrEqual(19)
})
