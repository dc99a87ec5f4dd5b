import { expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { flushReads, recordRead } from '@/lib/store/reads/reads'
import { createStore } from '@/lib/store/stores/change-stores'
import { storeMoment } from '@/lib/store/time/store-moment'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { sqliteOfFile } from '@/tests/support/databases'
import { readFigures, readMap } from './overview-reads'

const db = sqliteOfFile()
const cause = { actor: LOCAL_USER_ACTOR }

test('the map of a past moment has its ages and reads as of then', async () => {
  serveDatabase(db())
  const { id: storeId } = await createStore(db(), { name: 'Map' })
  const at = Date.UTC(2026, 0, 1)
  await applyMoment(db(), {
    storeId,
    at,
    batch: null,
    steps: [{ op: 'write', path: '/a', content: 'a' }],
    cause,
  })
  const { id: memoryId, sequence } = await createMemory(db(), {
    storeId,
    path: '/b',
    content: 'b',
    cause,
  })
  const agent = { actor: { type: 'session' as const, id: 'sesn_a' } }
  recordRead(db(), { memoryId, sequence, cause: agent })
  await flushReads(db())
  const store = { id: storeId, createdAt: 0 }
  const then = await readMap(store, {
    past: await storeMoment(db(), { storeId, sequence: 1 }),
    isOfTests: false,
  })
  expect(then).toMatchObject({ now: at, hasReads: false, map: { memories: [{ changedAt: at }] } })
  expect(await readMap(store, { past: null, isOfTests: false })).toMatchObject({ hasReads: true })
  const young = { id: storeId, createdAt: Date.now() }
  expect(await readMap(young, { past: null, isOfTests: false })).toMatchObject({ hasReads: false })
})

test('a secret in the line that agents read first is masked', async () => {
  serveDatabase(db())
  const { id: storeId } = await createStore(db(), { name: 'First' })
  const content = 'token: dckr_pat_Example1234567890AbCdEfGhjK\n'
  await createMemory(db(), { storeId, path: '/status.md', content, cause })
  const { first } = await readFigures(storeId)
  expect(first?.line).toBe('token: dckr••••••••')
})
