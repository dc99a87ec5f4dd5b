import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { database } from './index'

/** Whether what was taken out has left the database's own pages; `reason`: why not. */
export interface Compaction {
  isComplete: boolean
  reason: string | null
}

/**
 * Takes freed bytes out of the database. SQLite is written anew, with an empty journal, while reads go
 * on and writes wait; PostgreSQL vacuums these tables. It is tried again where a reader is in the way.
 */
export async function compact(
  tables: readonly string[],
  signal?: AbortSignal,
): Promise<Compaction> {
  const { file, url, leaveJournal } = database()
  if (file === null) return vacuumTables(url, tables, signal)
  const goOn = await leaveJournal()
  try {
    return await vacuumFile(file)
  } finally {
    await goOn()
  }
}

/**
 * `VACUUM` copies live rows only, and takes seconds for a large file, for which the driver would stop
 * the event loop. The copy stands in the journal then, which this process does not touch until it is in the
 * file. A second connection keeps other processes from moving it; while one does, or somebody reads what
 * was before, the journal cannot be emptied.
 */
const IN_A_THREAD = `
const { workerData, parentPort } = require('node:worker_threads')
const Sqlite = require(workerData.driver)
const open = () => new Sqlite(workerData.file, { timeout: 60000, fileMustExist: true })
const pause = new Int32Array(new SharedArrayBuffer(4))
try {
  const db = open()
  const lock = open()
  db.pragma('secure_delete = ON')
  db.exec('VACUUM')
  lock.exec('BEGIN IMMEDIATE')
  db.pragma('wal_checkpoint(PASSIVE)')
  lock.close()
  let busy = 1
  for (let tries = 0; busy && tries < 400; tries++) {
    if (tries > 0) Atomics.wait(pause, 0, 0, 25)
    busy = db.pragma('wal_checkpoint(TRUNCATE)')[0].busy
  }
  db.close()
  parentPort.postMessage({ busy })
} catch ({ message, code }) {
  // An error of SQLite loses both between threads.
  parentPort.postMessage({ error: { message, code } })
}`

type Vacuumed = { busy?: number; error?: { message: string; code: string } }

async function vacuumFile(file: string): Promise<Compaction> {
  const require = createRequire(path.join(process.cwd(), 'package.json'))
  const workerData = { file, driver: require.resolve('better-sqlite3') }
  const { busy, error } = await new Promise<Vacuumed>((resolve, reject) => {
    const worker = new Worker(IN_A_THREAD, { eval: true, workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  if (error) throw Object.assign(new Error(error.message), error)
  if (busy === 0) return { isComplete: true, reason: null }
  return { isComplete: false, reason: 'a reader kept the journal from being emptied' }
}

const TRIES = 5
const BETWEEN_TRIES_MS = 1_000

/** On a connection of its own: `VACUUM` runs in no transaction. */
async function vacuumTables(
  connectionString: string,
  tables: readonly string[],
  signal?: AbortSignal,
): Promise<Compaction> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    let began: string | null = null
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted()
      const snapshots = await snapshotsBefore(client, began)
      began = snapshots.began
      for (const table of tables) await client.query(`VACUUM ${pg.escapeIdentifier(table)}`)
      if (!snapshots.areThere) return { isComplete: true, reason: null }
      if (tries === TRIES) break
      await sleep(BETWEEN_TRIES_MS, undefined, { ...(signal && { signal }) })
    }
  } finally {
    await client.end()
  }
  const reason = 'a transaction that began before still sees the rows that were taken out'
  return { isComplete: false, reason }
}

/** Whether somebody may still see rows as they were before a transaction, by default one that begins now. */
async function snapshotsBefore(client: pg.Client, began: string | null) {
  const { rows } = await client.query<{ began: string; areThere: boolean }>(
    `WITH mark AS (SELECT coalesce($1::xid8, pg_current_xact_id()) AS id)
     SELECT id::text AS began, EXISTS (SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND age(backend_xmin) > age(mark.id::xid))
       OR EXISTS (SELECT 1 FROM pg_prepared_xacts
         WHERE database = current_database() AND age(transaction) > age(mark.id::xid))
       OR EXISTS (SELECT 1 FROM pg_replication_slots WHERE age(xmin) > age(mark.id::xid))
       AS "areThere" FROM mark`,
    [began],
  )
  return rows[0] ?? { began, areThere: true }
}
