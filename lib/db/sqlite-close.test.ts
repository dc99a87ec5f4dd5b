import { copyFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, test, onTestFinished } from 'vitest'
import { openDatabase } from '@/lib/db/open-database'
import { freshSqlite } from '@/tests/support/databases'

test('once closed, the file alone is the whole database, even while others have it open', async () => {
  const fresh = await freshSqlite()
  onTestFinished(() => fresh.discard())
  const closing = openDatabase(fresh.url)
  await closing.write((tx) =>
    tx.run(`INSERT INTO actors (id, type, name, created_at) VALUES ('user_x', 'user', 'Ada', 1)`),
  )
  await closing.close()
  const [file = ''] = fresh.db.files()
  copyFileSync(file, `${file}.copy`)
  const copy = new Sqlite(`${file}.copy`)
  expect(copy.prepare('SELECT name FROM actors').pluck().all()).toEqual(['Ada'])
  copy.close()
})
