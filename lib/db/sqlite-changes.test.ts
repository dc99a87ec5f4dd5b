import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freshSqlite, type TestDatabase } from '@/tests/support/databases'
import type { Database } from './database'
import { openDatabase } from './open-database'
import { SqliteConnection } from './sqlite-connection'

let fresh: TestDatabase
/** The same file, as another process has it open. */
let other: Database
beforeAll(async () => {
  fresh = await freshSqlite()
  other = openDatabase(fresh.url)
})
afterAll(async () => {
  await other.close()
  await fresh.discard()
})

const write = (db: Database, id: string) =>
  db.write(async (tx) => {
    const row = await tx.get<{ key: number }>(
      `INSERT INTO memory_stores (id, name, created_at, updated_at) VALUES (?, 'x', 1, 1) RETURNING key`,
      [id],
    )
    if (!row) throw new Error('no row')
    tx.touch(row.key)
    return row.key
  })

test('every change of another process is found, whatever this one commits at the same time', async () => {
  const heard = new Set<number>()
  onTestFinished(fresh.db.changes.subscribe((keys) => keys?.forEach((key) => heard.add(key))))
  const theirs: number[] = []
  for (let turn = 0; turn < 60; turn++) {
    const [, key] = await Promise.all([
      write(fresh.db, `memstore_own${turn}`),
      write(other, `memstore_theirs${turn}`),
    ])
    theirs.push(key)
  }
  await expect.poll(() => theirs.filter((key) => !heard.has(key))).toEqual([])
})

test('whoever was away for too long is told that anything may have changed', async () => {
  const heard: unknown[] = []
  onTestFinished(fresh.db.changes.subscribe((keys) => heard.push(keys)))
  await other.write(async (tx) => {
    for (let key = 1; key <= 12_000; key++) tx.touch(key)
  })
  await expect.poll(() => heard).toContain(null)
})

test('changes are found after their numbers began anew', async () => {
  const heard: unknown[] = []
  onTestFinished(fresh.db.changes.subscribe((keys) => heard.push(keys)))
  await other.write(async (tx) => void (await tx.run('DELETE FROM changed_rows')))
  await expect.poll(() => heard).toContain(null)
  await write(fresh.db, 'memstore_anew_own')
  const key = await write(other, 'memstore_anew_theirs')
  await expect.poll(() => heard).toContainEqual([key])
})

test('after its own changes a process compares nothing', async () => {
  const alone = await freshSqlite()
  onTestFinished(() => alone.discard())
  const looked = vi.spyOn(Sqlite.prototype, 'pragma')
  const prepared = vi.spyOn(SqliteConnection.prototype, 'prepare')
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const looks = () => looked.mock.calls.filter(([text]) => text === 'data_version').length
  for (let turn = 0; turn < 3; turn++) {
    await write(alone.db, `memstore_alone${turn}`)
    const before = looks()
    await expect.poll(() => looks() - before).toBeGreaterThan(2)
  }
  expect(prepared.mock.calls.filter(([text]) => text.includes('number > ?'))).toEqual([])
})
