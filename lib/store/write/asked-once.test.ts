import { beforeAll, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database, WriteJob } from '@/lib/db/database'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import type { DraftRule } from '@/lib/review/model/policy'
import { draftRule } from '@/lib/review/model/policy-presets'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { onSqlite } from '@/tests/support/databases'
import {
  createMemory,
  editMemory,
  putMemory,
  removeMemory,
  updateMemory,
} from '../memories/change-memories'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { quarantineMemory } from '../quarantine/quarantine-memory'
import { createStore } from '../stores/change-stores'
import { isLive } from './memory-of'
import { stateOf } from './memory-state'
import { changeStore } from './store-transaction'
import { insertMemory, updateLiveMemory } from './write-memory'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }

/** Tables that tell what a write must know before it is made. */
const ASKED = /\bFROM (memory_stores|memories|quarantines|api_keys|memory_versions)\b/

beforeAll(guardAgentsWrites)

/** The tables that a write asks first of each statement, as often as it asks. */
async function askedBy(db: Database, work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const hear = (text: string) => asked.push(...(ASKED.exec(text)?.slice(1) ?? []))
  const write = <T>(job: WriteJob<T>) =>
    db.write((tx) =>
      job({
        ...tx,
        all: (text, params) => {
          hear(text)
          return tx.all(text, params)
        },
        get: (text, params) => {
          hear(text)
          return tx.get(text, params)
        },
      }),
    )
  await work(Object.assign(Object.create(db) as Database, { write }))
  return asked
}

onSqlite((current) => {
  const guarded = async (...rules: DraftRule[]) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const draft = { default: 'review' as const, rules }
    await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
    const held = await createMemory(db, { storeId, path: '/held', content: '', cause: PERSON })
    await quarantineMemory(db, { storeId, memoryId: held.id, cause: PERSON })
    const { key } = await createApiKey(db, { name: 'Agent', access: 'write', storeIds: null })
    const cause: Cause = { actor: { type: 'api_key', id: key.id } }
    return { db, storeId, cause }
  }

  test('a write asks once whose it is, for its store, its memory, and a quarantine of it', async () => {
    const { db, storeId, cause } = await guarded()
    const { id: memoryId } = await createMemory(db, { storeId, path: '/a', content: '1', cause })
    const write = { storeId, cause }
    const made = ['memory_stores', 'api_keys', 'quarantines']
    // Of the version that stands, where its path is written.
    const changed = [...made, 'memories', 'memory_versions']
    const asked = (work: (on: Database) => Promise<unknown>) => askedBy(db, work)
    expect(await asked((on) => createMemory(on, { ...write, path: '/b', content: '1' }))).toEqual(
      made,
    )
    const put = (path: string) => asked((on) => putMemory(on, { ...write, path, content: '2' }))
    expect(await put('/c')).toEqual([...made, 'memories'])
    expect(await put('/a')).toEqual(changed)
    expect(await asked((on) => updateMemory(on, { ...write, memoryId, content: '3' }))).toEqual(
      changed,
    )
    // A move asks about both places.
    expect(await asked((on) => updateMemory(on, { ...write, memoryId, path: '/d' }))).toEqual([
      ...made,
      'memories',
      'quarantines',
    ])
    expect(await asked((on) => editMemory(on, { ...write, path: '/d', edit: () => '4' }))).toEqual(
      changed,
    )
    expect(await asked((on) => removeMemory(on, { ...write, path: '/d' }))).toEqual(changed)
  })

  test('what a write put in quarantine is held back from the next of its transaction', async () => {
    const { db, storeId, cause } = await guarded(draftRule('quarantine', { paths: ['/a'] }))
    const twice = changeStore(db, storeId, cause, async (transaction) => {
      const { memory } = await insertMemory(transaction, stateOf('/a', '1'))
      if (isLive(memory)) await updateLiveMemory(transaction, memory, stateOf('/a', '2'))
    })
    await expect(twice).rejects.toMatchObject({ problem: { kind: 'memory_quarantined' } })
  })
})
