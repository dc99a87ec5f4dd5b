import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { database } from './index'
import { inAProcess } from './in-a-process'

/** Whether what was taken out has left the database's own pages; `reason`: why not. */
export interface Compaction {
  isComplete: boolean
  reason: string | null
}

/**
 * Takes freed bytes out of the database while others read and write: SQLite's pages are cleared and its
 * journal emptied, PostgreSQL vacuums these tables. It is tried again where a reader is in the way.
 */
export async function compact(
  tables: readonly string[],
  signal?: AbortSignal,
): Promise<Compaction> {
  const { file, url } = database()
  if (file === null) return vacuumTables(url, tables, signal)
  const require = createRequire(path.join(process.cwd(), 'package.json'))
  const input = { file, driver: require.resolve('better-sqlite3') }
  const reason = await inAProcess<string | null>(CLEAR_PAGES, input, signal)
  return { isComplete: reason === null, reason }
}

/**
 * With `secure_delete` SQLite clears what it frees, but where it shares a page's cells with its
 * neighbours, copies stay in the gap between the cells' addresses and the cells. Nothing ever reads a gap,
 * or copies it elsewhere. `VACUUM` leaves none, and writers wait for as long as it takes to write the whole
 * file; so gaps are cleared in the file itself, two thousand pages a time:
 *
 * - With the lock of writers, and the whole journal moved: the file alone has the newest pages.
 * - The change that follows has every connection drop the pages that it has kept, before it writes again.
 * - A gap is nobody's at every moment: to be killed in between only leaves some of them.
 *
 * All other pages begin with a page's number, which below 2^25 (128 GB) has another first byte than a page
 * of cells.
 */
const CLEAR_PAGES = `({ file, driver }) => {
  const { openSync, readSync, writeSync, fsyncSync } = require('node:fs')
  const Sqlite = require(driver)
  const open = () => new Sqlite(file, { timeout: 0, fileMustExist: true })
  const db = open()
  const mover = open()
  const size = db.pragma('page_size', { simple: true })
  if (db.pragma('page_count', { simple: true }) >= 2 ** 25) return 'the file has 128 GB or more'
  const fd = openSync(file, 'r+')
  const range = Buffer.alloc(2048 * size)
  const zeros = Buffer.alloc(size)
  const still = new Int32Array(new SharedArrayBuffer(4))

  const pause = (ms) => Atomics.wait(still, 0, 0, ms)
  function patiently(isDone) {
    for (let tries = 0; tries < 400; tries++) {
      if (isDone()) return true
      pause(25)
    }
    return false
  }

  /** Asks often: where much is written, the lock is free for moments only. */
  function lock() {
    for (let tries = 0; !db.inTransaction; tries++) {
      try {
        db.exec('BEGIN IMMEDIATE')
      } catch (error) {
        if (error.code !== 'SQLITE_BUSY' || tries === 60000) throw error
        pause(1)
      }
    }
  }

  /** False where somebody reads what was before, for ten seconds. */
  const withoutWriters = (work) => patiently(() => {
    lock()
    try {
      const [{ busy, log, checkpointed }] = mover.pragma('wal_checkpoint(PASSIVE)')
      if (busy || log !== checkpointed) return false
      work()
      return true
    } finally {
      db.exec('COMMIT')
    }
  })

  /** The header's length, by the first byte of a page of cells. */
  const HEADERS = { 2: 12, 5: 12, 10: 8, 13: 8 }

  function gapsFrom(start) {
    const length = readSync(fd, range, 0, range.length, start)
    const gaps = []
    for (let at = 0; at < length; at += size) {
      const header = HEADERS[range[at]]
      if (!header) continue
      const from = at + header + 2 * range.readUInt16BE(at + 3)
      const to = at + (range.readUInt16BE(at + 5) || 65536)
      if (from >= to || to > at + size) continue
      if (range.compare(zeros, 0, to - from, from, to) !== 0) gaps.push([start + from, to - from])
    }
    return { length, gaps }
  }

  const clear = (start) => () => {
    for (const [at, length] of gapsFrom(start).gaps) writeSync(fd, zeros, 0, length, at)
    db.pragma('user_version = ' + db.pragma('user_version', { simple: true }))
  }

  let isDone = withoutWriters(() => {})
  for (let start = 0, found; isDone && (found = gapsFrom(start)).length > 0; start += found.length) {
    if (found.gaps.length === 0) continue
    isDone = withoutWriters(clear(start))
    // Else the next one would, while others wait.
    fsyncSync(fd)
    // Who waits for the lock asks every 50 ms.
    pause(60)
  }
  isDone &&= patiently(() => db.pragma('wal_checkpoint(TRUNCATE)')[0].busy === 0)
  db.close()
  mover.close()
  return isDone ? null : 'a reader kept the journal from being emptied'
}`

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
