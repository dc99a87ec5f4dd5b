import { afterEach, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory, editMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onSqlite } from '@/tests/support/databases'
import { listChangesets } from '../changesets/list-changesets'
import { listFindings } from '../findings/read-findings'
import { examineAll, startExamining } from './examiner'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const session = (id: string): Cause => ({ actor: { type: 'session', id: `sesn_${id}` } })
// Made up, in the form of a real one.
const SECRET = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`

/** A store in which an agent wrote a secret, which was found. */
async function storeWithFinding(db: Database): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const content = `a line\n${SECRET}\n`
  await createMemory(db, { storeId, path: '/a', content, cause: session('first') })
  await examineAll(db)
  return storeId
}

const takeOut = (db: Database, storeId: string) =>
  editMemory(db, { storeId, path: '/a', cause: PERSON, edit: () => 'a line\n' })

const statusOf = async (db: Database, storeId: string) =>
  (await listFindings(db, { storeId, limit: 1 })).findings[0]?.status

/** Has the database refuse what this trigger is about. */
const breakOn = (db: Database, what: string) =>
  db.write((tx) =>
    tx.run(`CREATE TRIGGER broken BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'broken'); END`),
  )

onSqlite((current) => {
  afterEach(() => current().write((tx) => tx.run('DROP TRIGGER IF EXISTS broken')))

  /** A pending changeset, and more than a turn has that cannot be examined; all newer. */
  const pendingBehindBroken = async (storeId: string) => {
    const db = current()
    const cause = session('whole')
    await createMemory(db, { storeId, path: '/whole', content: 'x\n', cause })
    const newest = await db.read.get<{ key: number }>('SELECT max(key) AS key FROM changesets')
    await breakOn(db, `INSERT ON changeset_memories WHEN NEW.changeset_key > ${newest?.key ?? 0}`)
    for (let index = 0; index < 25; index++) {
      const by = session(`broken${index}`)
      await createMemory(db, { storeId, path: `/broken${index}`, content: 'x\n', cause: by })
    }
  }
  const isWholeExamined = async () =>
    (await listChangesets(current(), { sessionId: 'sesn_whole', limit: 1 })).changesets[0]
      ?.isExamined

  test('changesets that cannot be examined keep nothing else from it, nor findings from being followed', async () => {
    const storeId = await storeWithFinding(current())
    await takeOut(current(), storeId)
    await pendingBehindBroken(storeId)
    await expect(examineAll(current())).rejects.toThrow('broken')
    expect(await isWholeExamined()).toBe(true)
    expect(await statusOf(current(), storeId)).toBe('fixed')
  })

  test('nor do they in the background', async () => {
    const storeId = await storeWithFinding(current())
    await takeOut(current(), storeId)
    await pendingBehindBroken(storeId)
    const stop = startExamining(current())
    await expect.poll(isWholeExamined).toBe(true)
    await expect.poll(() => statusOf(current(), storeId)).toBe('fixed')
    await stop()
  })

  test('a store whose findings cannot be followed keeps those of no other from it', async () => {
    const [broken, whole] = [await storeWithFinding(current()), await storeWithFinding(current())]
    for (const storeId of [broken, whole]) await takeOut(current(), storeId)
    await breakOn(
      current(),
      `UPDATE ON findings WHEN NEW.store_key = (SELECT key FROM memory_stores WHERE id = '${broken}')`,
    )
    await expect(examineAll(current())).rejects.toThrow('broken')
    expect(await statusOf(current(), whole)).toBe('fixed')
    expect(await statusOf(current(), broken)).toBe('open')
  })
})
