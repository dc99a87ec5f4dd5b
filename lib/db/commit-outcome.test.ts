import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshPostgresql, type TestDatabase } from '@/tests/support/databases'
import type { Database, Together, WriteJob } from './database'
import { databaseFaultOf } from './database-fault'
import { openDatabase } from './open-database'

const LOCK = 4711

let fresh: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  fresh = await freshPostgresql()
  admin = new pg.Client({ connectionString: fresh.url })
  await admin.connect()
  // A COMMIT lasts for as long as this test holds the lock.
  await admin.query(`
    CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER held AFTER INSERT ON actors DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_for_lock()`)
})
afterAll(async () => {
  await admin.end()
  await fresh.discard()
})

/** A way to the database whose connections can be cut, and their answers kept back. */
interface Relay {
  db: Database
  cut: () => void
  keepAnswersBack: () => void
}

async function relayed(): Promise<Relay> {
  const target = new URL(fresh.url)
  const open = new Set<Socket>()
  const servers = new Set<Socket>()
  const relay = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    servers.add(server)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  const own = new URL(fresh.url)
  own.port = String(typeof address === 'object' && address ? address.port : 0)
  const db = openDatabase(own.href)
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  onTestFinished(async () => {
    await db.close()
    cut()
    await new Promise((resolve) => relay.close(resolve))
  })
  const keepAnswersBack = () => {
    for (const server of servers) server.unpipe()
  }
  return { db, cut, keepAnswersBack }
}

const named =
  (id: string): WriteJob<string> =>
  async (tx) => {
    await tx.later(`INSERT INTO actors (id, type, name, created_at) VALUES (?, 'user', ?, 1)`, [
      id,
      id,
    ])
    tx.touch(1)
    return id
  }

const together: Together = {
  ...{ key: 'a', ask: null, goes: 'first' },
  prepare: async () => new Set(['a']),
}

async function whileCommitting(during: () => unknown): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await admin.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`,
      )
      return rows.length
    })
    .toBe(1)
  await during()
}

const holdCommits = () => admin.query(`SELECT pg_advisory_lock(${LOCK})`)
const letCommit = () => admin.query(`SELECT pg_advisory_unlock(${LOCK})`)

async function names(): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>('DELETE FROM actors RETURNING id')
  return rows.map(({ id }) => id).sort()
}

test('writes whose connection is lost while they commit succeed if they were committed', async () => {
  const { db, cut } = await relayed()
  await holdCommits()
  const writing = Promise.all(['one', 'two'].map((id) => db.write(named(id), together)))
  await whileCommitting(cut)
  await letCommit()
  expect(await writing).toEqual(['one', 'two'])
  expect(await names()).toEqual(['one', 'two'])
})

test('a write whose connection is lost while it commits may be asked again if it was not committed', async () => {
  const { db } = await relayed()
  await holdCommits()
  const writing = db.write(named('never')).catch((error: unknown) => databaseFaultOf(error)?.fault)
  await whileCommitting(() =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE objid = ${LOCK} AND NOT granted`,
    ),
  )
  expect(await writing).toBe('unreachable')
  await letCommit()
  expect(await names()).toEqual([])
})

test('a write of which it cannot be found out whether it was committed says so', async () => {
  const { db, cut, keepAnswersBack } = await relayed()
  await holdCommits()
  const writing = db.write(async (tx) => {
    await tx.get('SELECT 1 AS one')
    keepAnswersBack()
    return named('perhaps')(tx)
  })
  const fault = writing.catch((error: unknown) => databaseFaultOf(error)?.fault)
  await whileCommitting(cut)
  await letCommit()
  expect(await fault).toBe('outcome_unknown')
  await expect.poll(names).toEqual(['perhaps'])
})

test('of all that a read-only database refuses, each is told that it is read-only', async () => {
  const name = new URL(fresh.url).pathname.slice(1)
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  const db = openDatabase(fresh.url)
  onTestFinished(() => db.close())
  const locking: Together = {
    ...together,
    prepare: async (tx, asks) => {
      await Promise.all(asks.map(() => tx.get('SELECT 1 FROM actors FOR UPDATE')))
      return new Set(['a'])
    },
  }
  const refused = await Promise.allSettled([
    ...Array.from({ length: 12 }, (_, at) => db.write(named(`no ${at}`), locking)),
    db.write(named('alone')),
  ])
  await admin.query(`SET default_transaction_read_only = off`)
  await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
  const faults = refused.map((each) =>
    each.status === 'rejected' ? databaseFaultOf(each.reason)?.fault : 'written',
  )
  expect(faults).toEqual(faults.map(() => 'read_only'))
})
