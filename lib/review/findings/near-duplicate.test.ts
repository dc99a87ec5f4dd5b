import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { signMemories } from '../background/sign-memories'
import { listChangesets } from '../changesets/list-changesets'
import { disposeFinding } from './dispose-finding'
import { listFindings } from './read-findings'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

/** Lines of words that do not repeat. */
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const number = from + index
    return `entry number${number} tells of thing${number * 7} and place${number * 13}\n`
  }).join('')

const write = (db: Database, storeId: string, path: string, content: string, cause = AGENT) =>
  createMemory(db, { storeId, path, content, cause })

const storeWith = async (db: Database, path: string, content: string) => {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const { id: memoryId } = await write(db, storeId, path, content, PERSON)
  return { storeId, memoryId }
}

async function duplicates(db: Database, storeId: string) {
  await examineAll(db)
  const { findings } = await listFindings(db, { storeId, rule: 'near_duplicate', limit: 10 })
  return findings.map(({ path, other, status }) => ({ path, other: other?.path, status }))
}

const bandsOf = async (db: Database) =>
  (await db.read.all<{ memory_key: number }>('SELECT memory_key FROM memory_bands')).length

onBothDatabases((current) => {
  test('what an agent writes nearly again names the memory that stood before', async () => {
    const db = current()
    const { storeId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/plan-2', lines(0, 38))
    await write(db, storeId, '/other', lines(100, 140))
    expect(await duplicates(db, storeId)).toEqual([
      { path: '/plan-2', other: '/plan', status: 'open' },
    ])
    const { changesets } = await listChangesets(db, { limit: 10 })
    expect(changesets).toMatchObject([{ level: 'medium', reasons: { near_duplicate: 1 } }])
  })

  test('among more of one template than are looked at, the oldest is named', async () => {
    const db = current()
    const { storeId } = await storeWith(db, '/first', lines(0, 10))
    for (let copy = 0; copy < 70; copy++) {
      await write(db, storeId, `/copies/${copy}`, lines(0, 10), PERSON)
    }
    await write(db, storeId, '/last', lines(0, 10))
    expect(await duplicates(db, storeId)).toEqual([
      { path: '/last', other: '/first', status: 'open' },
    ])
  })

  test('of two that were written alike the later one is told of', async () => {
    const db = current()
    const { storeId } = await storeWith(db, '/old', lines(100, 140))
    await write(db, storeId, '/first', lines(0, 40))
    await write(db, storeId, '/second', lines(0, 40))
    expect(await duplicates(db, storeId)).toEqual([
      { path: '/second', other: '/first', status: 'open' },
    ])
  })

  test('memories that have much in common, but less than four fifths, are two', async () => {
    const db = current()
    const { storeId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/plan-2', lines(0, 30) + lines(60, 70))
    expect(await duplicates(db, storeId)).toEqual([])
  })

  test('short memories are alike by chance, and nothing is said of them', async () => {
    const db = current()
    const { storeId } = await storeWith(db, '/todo', lines(0, 2))
    await write(db, storeId, '/todo-2', lines(0, 2))
    expect(await duplicates(db, storeId)).toEqual([])
    expect(await bandsOf(db)).toBe(0)
  })

  test('it is fixed when either memory becomes another one', async () => {
    const db = current()
    const { storeId, memoryId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/plan-2', lines(0, 40))
    await duplicates(db, storeId)
    await updateMemory(db, { storeId, memoryId, content: lines(100, 140), cause: PERSON })
    expect(await duplicates(db, storeId)).toMatchObject([{ path: '/plan-2', status: 'fixed' }])
  })

  test('it is fixed when the other memory is deleted, whose bands go with it', async () => {
    const db = current()
    const { storeId, memoryId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/plan-2', lines(0, 40))
    await duplicates(db, storeId)
    expect(await bandsOf(db)).toBe(32)
    await removeMemory(db, { storeId, memoryId, cause: PERSON })
    expect(await duplicates(db, storeId)).toMatchObject([{ status: 'fixed' }])
    expect(await bandsOf(db)).toBe(16)
  })

  test('it is open again when a rollback makes both alike again', async () => {
    const db = current()
    const { storeId, memoryId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/plan-2', lines(0, 40))
    await duplicates(db, storeId)
    await removeMemory(db, { storeId, memoryId, cause: PERSON })
    expect(await duplicates(db, storeId)).toMatchObject([{ status: 'fixed' }])
    await undoChanges(db, { storeId, changes: { from: 2, to: 3 }, cause: PERSON })
    expect(await duplicates(db, storeId)).toEqual([
      { path: '/plan-2', other: '/plan', status: 'open' },
    ])
  })

  test('it is open again when a person makes both alike again, and what was said of it holds', async () => {
    const db = current()
    const { storeId, memoryId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/plan-2', lines(0, 40))
    await duplicates(db, storeId)
    const edit = (content: string, cause = PERSON) =>
      updateMemory(db, { storeId, memoryId, content, cause })
    await edit(lines(100, 140))
    await duplicates(db, storeId)
    await edit(lines(0, 40))
    expect(await duplicates(db, storeId)).toMatchObject([{ path: '/plan-2', status: 'open' }])
    const { findings } = await listFindings(db, { storeId, limit: 10 })
    const findingId = findings.find(({ rule }) => rule === 'near_duplicate')?.id ?? ''
    const reviewer = LOCAL_USER_ACTOR
    await disposeFinding(db, { storeId, findingId, status: 'false_positive', reviewer })
    await edit(lines(100, 140))
    await duplicates(db, storeId)
    await edit(lines(0, 40))
    expect(await duplicates(db, storeId)).toMatchObject([{ status: 'false_positive' }])
  })

  test('it is found anew, and once, when an agent makes both alike again', async () => {
    const db = current()
    const { storeId, memoryId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/plan-2', lines(0, 40))
    await duplicates(db, storeId)
    await updateMemory(db, { storeId, memoryId, content: lines(100, 140), cause: PERSON })
    await duplicates(db, storeId)
    await updateMemory(db, { storeId, memoryId, content: lines(0, 40), cause: AGENT })
    const again = await duplicates(db, storeId)
    expect(again.filter(({ status }) => status === 'open')).toEqual([
      { path: '/plan', other: '/plan-2', status: 'open' },
    ])
    await updateMemory(db, { storeId, memoryId, content: lines(0, 39), cause: PERSON })
    const later = await duplicates(db, storeId)
    expect(later.filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  test('a redaction leaves no bands of the text that it took', async () => {
    const db = current()
    const { storeId } = await storeWith(db, '/plan', lines(0, 40))
    await write(db, storeId, '/new', lines(60, 90))
    await examineAll(db)
    const kept = async () => db.read.all('SELECT band FROM memory_bands ORDER BY band, memory_key')
    const before = await kept()
    const text = lines(0, 39)
    const input = { text, storeIds: [storeId], replacement: 'gone\n', cause: PERSON }
    await (
      await redactText(db, input)
    ).finished
    await compactionFinished(db)
    expect(await kept()).toHaveLength(16)
    await examineAll(db)
    expect(await kept()).not.toEqual(before)
    expect(await bandsOf(db)).toBe(16)
  })

  test('of a large store only what is written since agents write to it is compared', async () => {
    const db = current()
    const { storeId } = await storeWith(db, '/seeded', lines(0, 40))
    await write(db, storeId, '/first', lines(100, 140))
    await signMemories(db, { mostAtFirst: 1 })
    expect(await bandsOf(db)).toBe(16)
    await write(db, storeId, '/again', lines(0, 40))
    await write(db, storeId, '/second', lines(100, 140))
    expect(await duplicates(db, storeId)).toEqual([
      { path: '/second', other: '/first', status: 'open' },
    ])
  })
})
