import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { respondError } from '@/lib/api/respond'
import { responseOf } from '@/lib/api/web'
import { freshSqlite } from '@/tests/support/databases'
import { freePort } from '@/tests/support/postgresql-server'
import { fileProblems } from './check-file'
import { openDatabase } from './open-database'
import { type DatabaseFault, databaseFaultOf, FAULT_WORDS } from './database-fault'
import { databaseProblem } from './readiness'

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (e: unknown) => e,
  )

async function scratch() {
  const fresh = await freshSqlite()
  onTestFinished(() => fresh.discard())
  const [file = ''] = fresh.db.files()
  return { ...fresh, file }
}

/** The error that SQLite itself throws when a statement meets this fault. */
function thrownBy(file: string, setUp: (db: Sqlite.Database) => void): unknown {
  const db = new Sqlite(file)
  try {
    setUp(db)
    return null
  } catch (error) {
    return error
  } finally {
    db.close()
  }
}

test('a full disk, a read-only file and a file that is no database are told apart', async () => {
  const { file } = await scratch()
  const full = thrownBy(file, (db) => {
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    db.exec('CREATE TABLE filler (x)')
    db.prepare('INSERT INTO filler VALUES (zeroblob(10000000))').run()
  })
  const readOnly = thrownBy(file, (db) => {
    db.pragma('query_only = ON')
    db.exec('DELETE FROM jobs')
  })
  const other = path.join(path.dirname(file), 'other.db')
  writeFileSync(other, 'no database'.repeat(1000))
  const noDatabase = thrownBy(other, (db) => db.exec('SELECT * FROM sqlite_master'))
  expect([full, readOnly, noDatabase].map((error) => databaseFaultOf(error)?.fault)).toEqual([
    'disk_full',
    'read_only',
    'damaged',
  ])
})

test('faults of PostgreSQL and the system are told apart as well', async () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code })
  const byCode: Record<string, DatabaseFault> = {
    '53100': 'disk_full',
    '25006': 'read_only',
    '57P01': 'unreachable',
    '53300': 'busy',
    ENOSPC: 'disk_full',
    EROFS: 'read_only',
    ECONNRESET: 'unreachable',
    XX001: 'damaged',
  }
  for (const [code, fault] of Object.entries(byCode)) {
    expect(databaseFaultOf(coded(code))).toEqual({ fault, code })
    expect(databaseFaultOf(new Error('outer', { cause: coded(code) }))?.fault).toBe(fault)
  }
  const client = new pg.Client({ host: '127.0.0.1', port: await freePort() })
  expect(databaseFaultOf(await failure(client.connect()))?.fault).toBe('unreachable')
  expect(databaseFaultOf(coded('SQLITE_CONSTRAINT'))).toBeNull()
  expect(databaseFaultOf(new TypeError('x'))).toBeNull()
})

test('a caller of the API gets a 503 that says what to do', async () => {
  const answer = respondError(Object.assign(new Error('x'), { code: 'SQLITE_FULL' }), 'req_1')
  expect(answer.status).toBe(503)
  expect(await responseOf(answer).json()).toMatchObject({
    error: { type: 'api_error', message: FAULT_WORDS.disk_full },
  })
})

test('a full disk makes the database not ready, until there is room again', async () => {
  const { db } = await scratch()
  const fill = db.write(async (tx) => {
    await tx.run('PRAGMA max_page_count = 1').catch(() => {})
    await tx.run('CREATE TABLE filler (x)')
    await tx.run('INSERT INTO filler VALUES (zeroblob(10000000))')
  })
  expect(databaseFaultOf(await failure(fill))?.fault).toBe('disk_full')
  expect(db.health.writeFault).toBe('disk_full')
  // There is room again: the next probe's write fits.
  expect(await databaseProblem(db)).toBeNull()
  expect(db.health.writeFault).toBeNull()
})

test('an unreachable database server makes the database not ready', async () => {
  const db = openDatabase(`postgresql://x@127.0.0.1:${await freePort()}/x`)
  onTestFinished(() => db.close())
  expect(await databaseProblem(db)).toEqual({
    kind: 'unreachable',
    reason: FAULT_WORDS.unreachable,
  })
})

test('a page damaged in the middle is found, and makes the database not ready', async () => {
  const { db, file } = await scratch()
  await db.write(async (tx) => {
    for (let n = 0; n < 600; n++) {
      await tx.run(
        `INSERT INTO jobs (id, kind, state, phase, progress, total, created_at, updated_at, beat_at)
         VALUES (?, 'seed', 'done', ?, 0, 0, 1, 1, 1)`,
        [`job_${n}`, 'x'.repeat(2000)],
      )
    }
  })
  await db.write((tx) => tx.run('DELETE FROM actors'))
  const copy = `${file}.damaged`
  await new Sqlite(file).backup(copy)
  const bytes = readFileSync(copy)
  const handle = openSync(copy, 'r+')
  // Of the rows, which are the last to be written: what is before may be the schema.
  const end = Math.floor(bytes.length / 4096) - 20
  for (let page = end - 80; page < end; page++)
    writeSync(handle, Buffer.alloc(200, 0xff), 0, 200, page * 4096)
  closeSync(handle)
  expect(end).toBeGreaterThan(300)
  expect(await fileProblems(file, 'quick')).toEqual([])
  expect((await fileProblems(copy, 'quick')).length).toBeGreaterThan(0)
  const damaged = openDatabase(`file:${copy}`)
  onTestFinished(() => damaged.close())
  await damaged.lookForDamage()
  expect(await databaseProblem(damaged)).toMatchObject({ kind: 'damaged' })
})
