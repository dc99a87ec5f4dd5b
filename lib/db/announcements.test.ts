import { expect, onTestFinished, test } from 'vitest'
import { freshPostgresql } from '@/tests/support/databases'
import { payloadsOf } from './announcements'
import type { Database } from './database'
import { openDatabase } from './open-database'

const POLLING = { isPooled: false, directUrl: null, events: 'poll' } as const

async function twoServers(options?: Parameters<typeof openDatabase>[1]) {
  const fresh = await freshPostgresql()
  const other = openDatabase(fresh.url, options)
  onTestFinished(async () => {
    await other.close()
    await fresh.discard()
  })
  return { db: fresh.db, other }
}

const makeStore = (db: Database, id: string) =>
  db.write(async (tx) => {
    const row = await tx.get<{ key: number }>(
      `INSERT INTO memory_stores (id, name, created_at, updated_at) VALUES (?, 'x', 1, 1) RETURNING key`,
      [id],
    )
    if (!row) throw new Error('no row')
    tx.touch(row.key)
    return row.key
  })

/** Resolves once a change of this store is announced to the database. */
const notifiedOf = (db: Database, key: () => number) =>
  new Promise<void>((resolve) => {
    db.changes.subscribe((keys) => {
      if (keys?.includes(key())) resolve()
    })
  })

test('payloads stay below what PostgreSQL takes, and hold every key once', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => index + 1_000_000)
  const payloads = payloadsOf('origin', keys)
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000)
  expect(payloads.flatMap((payload) => payload.split(' ').slice(1).map(Number))).toEqual(keys)
})

test('a transaction that changes more stores than a notification can name commits', async () => {
  const { db } = await twoServers()
  const write = db.write(async (tx) => {
    for (let key = 1; key <= 3000; key++) tx.touch(key)
  })
  await expect(write).resolves.toBeUndefined()
})

test('another server is notified of a change', async () => {
  const { db, other } = await twoServers()
  let key = 0
  const notified = notifiedOf(other, () => key)
  key = await makeStore(db, 'memstore_heard')
  await notified
})

test.each([
  ['that looks for changes instead of listening', POLLING, (db: Database) => db],
  ['that was not told, for the one that wrote is gone', undefined, silent],
] as const)('a server %s finds them', async (_, options, writer) => {
  const { db, other } = await twoServers(options)
  let key = 0
  const notified = notifiedOf(other, () => key)
  key = await makeStore(writer(db), 'memstore_found')
  await notified
})

/** Writes like a server that dies between commit and notification. */
function silent(db: Database): Database {
  const write: Database['write'] = (job) =>
    db.write((tx) => job({ ...tx, touch: () => {}, touchSession: () => {} }))
  return Object.assign(Object.create(db) as Database, { write })
}
