import { expect, onTestFinished, test } from 'vitest'
import { freshPostgresql } from '@/tests/support/databases'
import { Announcements, payloadsOf } from './announcements'
import { ChangeSignal } from './change-signal'
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

/**
 * Resolves once a server hears of changes: what came before is lost to it, so it says that any may
 * have come.
 */
const listening = (db: Database) =>
  new Promise<void>((resolve) => {
    db.changes.subscribe((keys) => {
      if (keys === null) resolve()
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
  await listening(other)
  const heard: number[] = []
  other.changes.subscribe((keys) => heard.push(...(keys ?? [])))
  const key = await makeStore(db, 'memstore_heard')
  await expect.poll(() => heard).toContain(key)
})

/** Makes stores until one is named to the other server: at its first look it only begins to. */
async function findsOne(writer: Database, reader: Database): Promise<void> {
  const heard = new Set<number>()
  reader.changes.subscribe((keys) => keys?.forEach((key) => heard.add(key)))
  const made: number[] = []
  const find = async () => {
    made.push(await makeStore(writer, `memstore_${made.length}`))
    return made.some((key) => heard.has(key))
  }
  await expect.poll(find, { interval: 200 }).toBe(true)
}

test('a server that looks for changes instead of listening finds them', async () => {
  const { db, other } = await twoServers(POLLING)
  await findsOne(db, other)
})

test('a server that was not told, for the one that wrote is gone, finds them', async () => {
  const { db, other: tellsNobody } = await twoServers(POLLING)
  await findsOne(tellsNobody, db)
})

test('what commits late is found, however many commits were seen since', async () => {
  const { db, other } = await twoServers(POLLING)
  await findsOne(db, other)
  const heard: number[] = []
  other.changes.subscribe((keys) => heard.push(...(keys ?? [])))
  const late = 1_000_001
  const sooner = [1_000_002, 1_000_003]
  let commit = () => {}
  const committing = new Promise<void>((resolve) => (commit = resolve))
  onTestFinished(() => commit())
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const writing = db.write(async (tx) => {
    await tx.get('SELECT pg_current_xact_id()')
    tx.touch(late)
    begin()
    await committing
  })
  await begun
  for (const store of sooner) {
    await db.write(async (tx) => tx.touch(store))
    await expect.poll(() => heard).toContain(store)
  }
  commit()
  await writing
  await expect.poll(() => heard).toContain(late)
  // Each once, though the rows of the others were read again.
  expect(heard.filter((key) => key >= late).toSorted()).toEqual([late, ...sooner])
})

/** Two servers tell each other of changes, without looking for them each second. */
async function twoTelling() {
  const fresh = await freshPostgresql()
  const server = () => {
    const signals = { stores: new ChangeSignal(), sessions: new ChangeSignal() }
    const heard: (readonly number[] | null)[] = []
    signals.stores.subscribe((keys) => heard.push(keys), 'nothing')
    return { announcements: new Announcements(fresh.url, signals), stores: signals.stores, heard }
  }
  const [writer, reader] = [server(), server()]
  // Whoever was there before it was connected looks.
  await expect.poll(() => reader.heard).toEqual([null])
  await expect.poll(() => writer.heard).toEqual([null])
  reader.heard.length = 0
  onTestFinished(async () => {
    await writer.announcements.close()
    await reader.announcements.close()
    await fresh.discard()
  })
  return { writer, reader }
}

test('a server is told of the stores that somebody follows there, and of no other', async () => {
  const { writer, reader } = await twoTelling()
  const leave = reader.stores.subscribe(() => {}, 7)
  // It looks once it is listened for: what was changed until then is found.
  await expect.poll(() => reader.heard).toEqual([[7]])
  writer.announcements.tell('stores', [6, 7, 8])
  await expect.poll(() => reader.heard).toEqual([[7], [7]])
  reader.stores.subscribe(() => {}, 8)
  leave()
  await expect.poll(() => reader.heard).toEqual([[7], [7], [8]])
  writer.announcements.tell('stores', [6, 7, 8])
  await expect.poll(() => reader.heard).toEqual([[7], [7], [8], [8]])
})

test('a server on which somebody follows all stores is told of all', async () => {
  const { writer, reader } = await twoTelling()
  const leave = reader.stores.subscribe(() => {})
  await expect.poll(() => reader.heard).toEqual([null])
  writer.announcements.tell('stores', [6, 7])
  await expect.poll(() => reader.heard).toEqual([null, [6, 7]])
  reader.stores.subscribe(() => {}, 9)
  leave()
  await expect.poll(() => reader.heard).toEqual([null, [6, 7], [9]])
  writer.announcements.tell('stores', [6, 9])
  await expect.poll(() => reader.heard).toEqual([null, [6, 7], [9], [9]])
})

test('a server that follows more stores than are worth a channel each is told of all', async () => {
  const { writer, reader } = await twoTelling()
  for (let key = 1; key <= 501; key++) reader.stores.subscribe(() => {}, key)
  await expect.poll(() => reader.heard).toEqual([null])
  writer.announcements.tell('stores', [1000])
  await expect.poll(() => reader.heard).toEqual([null, [1000]])
})

test('whatever is changed while somebody begins to follow it is told of, or found by looking', async () => {
  const { writer, reader } = await twoTelling()
  let changed = 0
  let seen = 0
  for (let key = 1; key <= 40; key++) {
    const leave = reader.stores.subscribe((keys) => {
      if (keys === null || keys.includes(key)) seen = changed
    }, key)
    changed++
    writer.announcements.tell('stores', [key])
    await expect.poll(() => seen, { interval: 1 }).toBe(changed)
    leave()
  }
})
