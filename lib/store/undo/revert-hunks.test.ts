import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { lineHunks } from '@/lib/text/line-hunks'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { getMemory } from '../memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { redactVersion } from '../redaction/redact-version'
import { type RevertedMemory, revertHunks } from './revert-hunks'
import { compactionFinished } from '../background/compaction'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
const BEFORE = '1\n2\n3\n4\n5\n6\n7\n'
const AFTER = '1\nB\n3\n4\n5\nF\n7\n'
const [SECOND, SIXTH] = lineHunks(BEFORE, AFTER)

/** A memory whose second and sixth line an agent changed, and what a person takes back of that. */
async function changed(
  db: Database,
  next: { content: string; path?: string } = { content: AFTER },
) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const created = await createMemory(db, { storeId, path: '/a', content: BEFORE, cause: PERSON })
  const memoryId = created.id
  await updateMemory(db, { storeId, memoryId, ...next, cause: AGENT })
  const row = await db.read.get<{ id: string; memory_key: number; sequence: number }>(
    `SELECT c.id, v.memory_key, v.sequence FROM changesets c
     JOIN memory_versions v ON v.changeset_key = c.key`,
  )
  if (!row) throw new Error('no changeset')
  const settled: number[] = []
  const revert = (parts: RevertedMemory['parts'], isForced = false) =>
    revertHunks(
      db,
      { storeId, changesetId: row.id, isForced, cause: PERSON },
      {
        onBegun: async () => {},
        memories: () =>
          Promise.resolve([{ memoryKey: row.memory_key, through: row.sequence, parts }]),
        onApplied: async (_, memoryKeys) => void settled.push(...memoryKeys),
      },
    )
  return {
    storeId,
    settled,
    memoryId,
    revert,
    head: () => getMemory(db, { storeId, memoryId }),
    write: (content: string) => updateMemory(db, { storeId, memoryId, content, cause: PERSON }),
    move: (path: string) => updateMemory(db, { storeId, memoryId, path, cause: PERSON }),
    remove: () => removeMemory(db, { storeId, memoryId, cause: PERSON }),
  }
}

const hunk = (which = SECOND, text: string | null = null) => {
  if (!which) throw new Error('no hunk')
  return { path: false, hunks: [{ hunk: which, text }] }
}

onBothDatabases((current) => {
  test('one hunk goes back, the other stays', async () => {
    const memory = await changed(current())
    await memory.revert(hunk(SECOND))
    expect((await memory.head()).content).toBe('1\n2\n3\n4\n5\nF\n7\n')
  })

  test('a hunk gets the text that a person wrote in its place', async () => {
    const memory = await changed(current())
    await memory.revert(hunk(SIXTH, 'six\nand a half\n'))
    expect((await memory.head()).content).toBe('1\nB\n3\n4\n5\nsix\nand a half\n7\n')
  })

  test('what others wrote elsewhere since stays, to the byte', async () => {
    const memory = await changed(current())
    await memory.write(`${AFTER}\nno newline at the end`)
    await memory.revert(hunk(SECOND))
    expect((await memory.head()).content).toBe('1\n2\n3\n4\n5\nF\n7\n\nno newline at the end')
  })

  test('the same lines changed since are left alone, unless forced', async () => {
    const memory = await changed(current())
    await memory.write(AFTER.replace('B', 'by a person'))
    const left = await memory.revert(hunk(SECOND))
    expect(left).toMatchObject({ batchId: null, plan: { changedSince: [{ by: PERSON.actor }] } })
    await memory.revert(hunk(SECOND), true)
    expect((await memory.head()).content).toBe('1\n2\n3\n4\n5\nF\n7\n')
  })

  test('what cannot be taken back, as its earlier content is damaged, is not settled by it', async () => {
    const db = current()
    const memory = await changed(db)
    await db.write((tx) => tx.run('DELETE FROM version_contents WHERE sequence = 1'))
    const result = await memory.revert('all')
    expect(result).toMatchObject({ batchId: null, plan: { cannot: [{ reason: 'damaged' }] } })
    expect(memory.settled).toEqual([])
  })

  test('what a person already put right is so already', async () => {
    const memory = await changed(current())
    await memory.write(AFTER.replace('B', '2'))
    const { plan, batchId } = await memory.revert(hunk(SECOND))
    expect(plan.alreadySo).toHaveLength(1)
    expect(batchId).toBeNull()
  })

  test('a rename goes back without the lines, and the lines without the rename', async () => {
    const db = current()
    const one = await changed(db, { content: AFTER, path: '/b' })
    await one.revert(hunk(SECOND))
    expect(await one.head()).toMatchObject({ path: '/b', content: '1\n2\n3\n4\n5\nF\n7\n' })
    await one.revert({ path: true, hunks: [] })
    expect(await one.head()).toMatchObject({ path: '/a', content: '1\n2\n3\n4\n5\nF\n7\n' })
  })

  test('lines go back where somebody moved the memory since', async () => {
    const memory = await changed(current())
    await memory.move('/elsewhere')
    await memory.revert(hunk(SECOND))
    expect(await memory.head()).toMatchObject({
      path: '/elsewhere',
      content: '1\n2\n3\n4\n5\nF\n7\n',
    })
  })

  test('a rename that somebody renamed again is left alone', async () => {
    const memory = await changed(current(), { content: AFTER, path: '/b' })
    await memory.move('/c')
    const { plan } = await memory.revert({ path: true, hunks: [] })
    expect(plan.changedSince).toHaveLength(1)
    expect((await memory.head()).path).toBe('/c')
  })

  test('a rename that somebody took back already leaves the lines to be taken back', async () => {
    const memory = await changed(current(), { content: AFTER, path: '/b' })
    await memory.move('/a')
    await memory.revert({ ...hunk(SECOND), path: true })
    expect(await memory.head()).toMatchObject({ path: '/a', content: '1\n2\n3\n4\n5\nF\n7\n' })
  })

  test('a memory that somebody deleted since is left alone, and comes back if forced', async () => {
    const memory = await changed(current())
    await memory.remove()
    expect((await memory.revert(hunk(SECOND))).plan.changedSince).toHaveLength(1)
    await memory.revert(hunk(SECOND), true)
    expect((await memory.head()).content).toBe('1\n2\n3\n4\n5\nF\n7\n')
  })

  test('of a redacted version nothing can be taken back', async () => {
    const db = current()
    const memory = await changed(db)
    await memory.write('something else\n')
    const version = await db.read.get<{ id: string }>(
      'SELECT id FROM memory_versions WHERE changeset_key IS NOT NULL',
    )
    const { storeId } = memory
    await redactVersion(db, { storeId, versionId: version?.id ?? '', cause: PERSON })
    await compactionFinished(db)
    for (const parts of [hunk(SECOND), 'all' as const]) {
      expect((await memory.revert(parts)).plan.cannot).toMatchObject([{ reason: 'redacted' }])
    }
  })
})
