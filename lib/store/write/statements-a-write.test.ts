import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freshPostgresql, type TestDatabase } from '@/tests/support/databases'
import {
  createMemory,
  editMemory,
  putMemory,
  removeMemory,
  updateMemory,
} from '../memories/change-memories'
import type { Cause } from '../model/actor'
import { createStore } from '../stores/change-stores'

/** The cost of a write on PostgreSQL grows with its statements (docs/decisions/0023-…). */

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await freshPostgresql()
})
afterAll(() => fresh.discard())

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }

/** The questions of a server each second, and the news of the write before. */
const OF_OTHERS = /horizon|pg_notify/

/** From a BEGIN to its COMMIT, of whatever was sent meanwhile. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await act()
  for (const [asked] of query.mock.calls as unknown as [string | { text: string }][]) {
    sent.push(typeof asked === 'string' ? asked : asked.text)
  }
  query.mockRestore()
  const [begin, commit] = [sent.indexOf('BEGIN'), sent.indexOf('COMMIT')]
  expect(begin).toBeGreaterThanOrEqual(0)
  return sent.slice(begin, commit + 1).filter((text) => !OF_OTHERS.test(text))
}

test('a write of an agent is at most so many statements', async () => {
  const { id: storeId } = await createStore(fresh.db, { name: 'Counted' })
  const on = { storeId, cause }
  const first = await createMemory(fresh.db, { ...on, path: '/a/b.md', content: 'one\n' })
  const address = { ...on, memoryId: first.id }
  const writes = {
    create: () => createMemory(fresh.db, { ...on, path: '/a/c.md', content: 'one\n' }),
    update: () => updateMemory(fresh.db, { ...address, content: 'two\n' }),
    put: () => putMemory(fresh.db, { ...on, path: '/a/b.md', content: 'three\n' }),
    edit: () =>
      editMemory(fresh.db, { ...on, path: '/a/b.md', edit: (text: string) => `${text}four\n` }),
    remove: () => removeMemory(fresh.db, address),
  }
  const counts: Record<string, number> = {}
  for (const [name, write] of Object.entries(writes)) {
    counts[name] = (await statementsOf(write)).length
  }
  expect(counts).toEqual({ create: 9, update: 8, put: 9, edit: 8, remove: 10 })
})
