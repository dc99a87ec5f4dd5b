import { createReadStream, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { database, turn } from './index'

/** Whether what was taken out has left the database's own pages; `reason`: why not. */
export interface Compaction {
  isComplete: boolean
  reason: string | null
}

const TRIES = 5
const BETWEEN_TRIES_MS = 1_000

/**
 * Takes freed bytes out of the database. SQLite is written anew, with an empty journal, while reads go
 * on and writes wait; PostgreSQL vacuums these tables. It is tried again where a reader is in the way.
 */
export async function compact(
  tables: readonly string[],
  signal?: AbortSignal,
): Promise<Compaction> {
  const { file, url } = database()
  return file === null ? vacuumTables(url, tables, signal) : vacuumFile(file, signal)
}

/**
 * `VACUUM` copies live rows only, and takes seconds for a large file, for which the driver would stop
 * the event loop. While a reader holds the journal, old pages stay in it.
 */
const IN_A_THREAD = `
const { workerData, parentPort } = require('node:worker_threads')
const Sqlite = require(workerData.driver)
try {
  const db = new Sqlite(workerData.file, { timeout: 60000, fileMustExist: true })
  db.pragma('secure_delete = ON')
  db.exec('VACUUM')
  const [checkpoint] = db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  parentPort.postMessage({ busy: checkpoint.busy })
} catch ({ message, code }) {
  // An error of SQLite loses both between threads.
  parentPort.postMessage({ error: { message, code } })
}`

interface Vacuumed {
  busy?: number
  error?: { message: string; code: string }
}

async function vacuumFile(file: string, signal?: AbortSignal): Promise<Compaction> {
  const require = createRequire(path.join(process.cwd(), 'package.json'))
  const workerData = { file, driver: require.resolve('better-sqlite3') }
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    const { busy, error } = await new Promise<Vacuumed>((resolve, reject) => {
      const worker = new Worker(IN_A_THREAD, { eval: true, workerData })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if (error) throw Object.assign(new Error(error.message), error)
    if (busy === 0) return { isComplete: true, reason: null }
    if (tries === TRIES) break
    await sleep(BETWEEN_TRIES_MS, undefined, { ...(signal && { signal }) })
  }
  return { isComplete: false, reason: 'a reader kept the journal from being emptied' }
}

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
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
    const now = rows[0]?.id ?? '0'
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted()
      const isSeen = await hasSnapshotBefore(client, now)
      for (const table of tables) await client.query(`VACUUM ${pg.escapeIdentifier(table)}`)
      if (!isSeen) return { isComplete: true, reason: null }
      if (tries === TRIES) break
      await sleep(BETWEEN_TRIES_MS, undefined, { ...(signal && { signal }) })
    }
  } finally {
    await client.end()
  }
  const reason = 'a transaction that began before still sees the rows that were taken out'
  return { isComplete: false, reason }
}

/** Whether somebody may still look at rows as they were before a transaction; then they are kept. */
async function hasSnapshotBefore(client: pg.Client, transaction: string): Promise<boolean> {
  const { rows } = await client.query<{ is_seen: boolean }>(
    `WITH mark AS (SELECT $1::xid8::xid AS id)
     SELECT EXISTS (SELECT 1 FROM pg_stat_activity, mark
         WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND age(backend_xmin) > age(mark.id))
       OR EXISTS (SELECT 1 FROM pg_prepared_xacts, mark
         WHERE database = current_database() AND age(transaction) > age(mark.id))
       OR EXISTS (SELECT 1 FROM pg_replication_slots, mark WHERE age(xmin) > age(mark.id)) AS is_seen`,
    [transaction],
  )
  return rows[0]?.is_seen ?? true
}

/** How often a text's bytes stand in a file. */
export interface FileSearched {
  name: string
  bytes: number
  found: number
}

/** Counts the bytes of texts in SQLite's file and its journals; of PostgreSQL there are none to read. */
export async function countInFiles(
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<FileSearched[]> {
  const { file } = database()
  if (file === null) return []
  const there = [file, `${file}-wal`, `${file}-shm`].filter((each) => existsSync(each))
  const needles = texts.map((text) => Buffer.from(text))
  return Promise.all(there.map((each) => countIn(each, needles, signal)))
}

async function countIn(
  file: string,
  needles: readonly Buffer[],
  signal?: AbortSignal,
): Promise<FileSearched> {
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1
  let bytes = 0
  let found = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, {
    highWaterMark: 1 << 20,
  }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    const window = Buffer.concat([rest, chunk])
    for (const needle of needles) {
      // What ends within the rest was counted with the chunk before.
      const from = Math.max(0, rest.length - needle.length + 1)
      for (let at = window.indexOf(needle, from); at >= 0; at = window.indexOf(needle, at + 1))
        found++
    }
    bytes += chunk.length
    rest = window.subarray(Math.max(0, window.length - overlap))
    await turn()
  }
  return { name: path.basename(file), bytes, found }
}
