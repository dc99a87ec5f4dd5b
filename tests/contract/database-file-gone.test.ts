import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { FAULT_WORDS } from '@/lib/db/database-fault'
import type { WriteJob } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { freshSqlite } from '@/tests/support/databases'
import { serveApi } from '@/tests/support/http-server'

/** Starts a server whose database file can be taken from under it. */
async function serving() {
  const fresh = await freshSqlite()
  const { db } = fresh
  const server = await serveApi(db)
  onTestFinished(async () => {
    await server.close()
    await fresh.discard()
  })
  const key = { name: 'an administrator', access: 'admin' as const, storeIds: null }
  const { secret } = await createApiKey(db, key)
  const [file = ''] = db.files()
  const create = async (name: string) => {
    const answer = await fetch(`${server.url}/v1/memory_stores`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({ name }),
    })
    return { status: answer.status, body: (await answer.json()) as object }
  }
  const readyz = async () => (await fetch(`${server.url}/readyz`)).status
  const names = async () =>
    (await db.read.all<{ name: string }>('SELECT name FROM memory_stores')).map(({ name }) => name)
  const writeWhile = (change: () => void) => {
    const job: WriteJob<void> = async (tx) => {
      await tx.run(
        `INSERT INTO actors (id, type, name, created_at) VALUES ('user_1', 'user', 'Ada', 1)`,
      )
      change()
    }
    return db.write(job)
  }
  return { db, file, create, readyz, names, writeWhile }
}

const REFUSED = { status: 503, body: { error: { message: FAULT_WORDS.file_gone } } }

test('while its database file is moved away a server writes nothing and says why, and goes on once it is back', async () => {
  const { file, create, readyz, names } = await serving()
  expect(await create('before')).toMatchObject({ status: 200 })
  renameSync(file, `${file}.elsewhere`)
  expect(await create('meanwhile')).toMatchObject(REFUSED)
  expect(await readyz()).toBe(503)
  renameSync(`${file}.elsewhere`, file)
  expect(await readyz()).toBe(200)
  expect(await create('after')).toMatchObject({ status: 200 })
  expect(await names()).toEqual(['before', 'after'])
})

test('a deleted database file is noticed before anybody writes', async () => {
  const { db, file, readyz } = await serving()
  expect(await readyz()).toBe(200)
  rmSync(file)
  await expect.poll(() => db.health.writeFault).toBe('file_gone')
  expect(await readyz()).toBe(503)
})

test('a write that was committed while its file was deleted or replaced is not acknowledged', async () => {
  const deleted = await serving()
  await expect(deleted.writeWhile(() => rmSync(deleted.file))).rejects.toThrow(/not the file/)
  const replaced = await serving()
  copyFileSync(replaced.file, `${replaced.file}.copy`)
  const replace = () => renameSync(`${replaced.file}.copy`, replaced.file)
  await expect(replaced.writeWhile(replace)).rejects.toThrow(/not the file/)
})

test('a deleted journal ends writing, too: it holds what the file does not yet', async () => {
  const { file, create, readyz } = await serving()
  rmSync(`${file}-wal`)
  expect(await create('lost')).toMatchObject(REFUSED)
  expect(await readyz()).toBe(503)
})

test('what was acknowledged before the journal was deleted is in the file once the server has stopped', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-gone-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'stopped.db')
  copyFileSync(inject('sqliteTemplate'), file)
  const db = openDatabase(`file:${file}`)
  await createStore(db, { name: 'kept' })
  rmSync(`${file}-wal`)
  await db.close()
  const kept = new Sqlite(file, { readonly: true })
  onTestFinished(() => void kept.close())
  expect(kept.prepare('SELECT name FROM memory_stores').pluck().all()).toEqual(['kept'])
})

test('of a file that replaced the database nothing is read, and none is made where it was', async () => {
  const { db, file } = await serving()
  rmSync(file)
  await expect(db.bulk.all('SELECT 1 AS one')).rejects.toMatchObject({ code: 'DATABASE_FILE_GONE' })
  await expect(db.compact([])).rejects.toMatchObject({ code: 'DATABASE_FILE_GONE' })
  await expect(db.lookForDamage()).rejects.toMatchObject({ code: 'DATABASE_FILE_GONE' })
})
