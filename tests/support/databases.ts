import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { TABLES } from '@/lib/db/tables'
import { flushReads } from '@/lib/store/reads/reads'
import { copyTemplate, dropDatabase } from './database-templates'

/** A fresh, migrated database and its clean-up. */
export interface TestDatabase {
  db: Database
  url: string
  discard(): Promise<void>
}

/** A copy of the run's migrated SQLite file. */
export async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-'))
  const file = path.join(folder, 'test.db')
  copyFileSync(inject('sqliteTemplate'), file)
  const url = `file:${file}`
  const db = openDatabase(url)
  return {
    db,
    url,
    discard: async () => {
      await flushReads(db)
      await db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A copy of the run's migrated PostgreSQL database. */
export async function freshPostgresql(): Promise<TestDatabase> {
  const adminUrl = inject('postgresqlUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await copyTemplate(adminUrl, name)
  const db = openDatabase(url)
  return {
    db,
    url,
    discard: async () => {
      await flushReads(db)
      await db.close()
      await dropDatabase(adminUrl, name)
    },
  }
}

/** One SQLite database for all tests of a file. */
export function sqliteOfFile(): () => Database {
  let fresh: TestDatabase | undefined
  beforeAll(async () => {
    fresh = await freshSqlite()
  })
  afterAll(async () => fresh?.discard())
  return () => {
    if (!fresh) throw new Error('the database is open only inside tests')
    return fresh.db
  }
}

type DatabaseTests = (current: () => Database, url: () => string) => void

/**
 * Runs the tests once on SQLite and once on the run's PostgreSQL server. Each test finds a migrated
 * database without stores; the database itself is created once and emptied between tests.
 */
export function onBothDatabases(tests: DatabaseTests): void {
  onSqlite(tests)
  onDatabase('on PostgreSQL', freshPostgresql, tests)
}

/**
 * Like `onBothDatabases`, on SQLite only: for what is decided above the database and cannot differ
 * between the two. What can (leases, appends, the queue, listings, redaction) is tested on both.
 */
export function onSqlite(tests: DatabaseTests): void {
  onDatabase('on SQLite', freshSqlite, tests)
}

function onDatabase(name: string, open: () => Promise<TestDatabase>, tests: DatabaseTests): void {
  describe(name, () => {
    let opened: TestDatabase | undefined
    beforeEach(async () => {
      opened ??= await open()
    })
    afterEach(async () => {
      if (opened) await emptyDatabase(opened.db)
    })
    afterAll(async () => {
      await opened?.discard()
    })
    const inTest = () => {
      if (!opened) throw new Error('the database is open only inside tests')
      return opened
    }
    tests(
      () => inTest().db,
      () => inTest().url,
    )
  })
}

/**
 * Runs tests that only read once on each database, which `fill` fills once for all of them.
 * `filled` is what it resolved with.
 */
export function onBothDatabasesFilled<Filled>(
  fill: (db: Database) => Promise<Filled>,
  tests: (current: () => Database, filled: () => Filled) => void,
): void {
  for (const [name, open] of [
    ['on SQLite', freshSqlite],
    ['on PostgreSQL', freshPostgresql],
  ] as const) {
    describe(name, () => {
      let opened: (TestDatabase & { filled: Filled }) | undefined
      beforeAll(async () => {
        const fresh = await open()
        opened = { ...fresh, filled: await fill(fresh.db) }
      })
      afterAll(async () => opened?.discard())
      const inTest = () => {
        if (!opened) throw new Error('the database is open only inside tests')
        return opened
      }
      tests(
        () => inTest().db,
        () => inTest().filled,
      )
    })
  }
}

/** Empties PostgreSQL in one statement: thirty statements cost as much as many a test. */
const EMPTYING = `WITH ${TABLES.map(({ name }) => `of_${name} AS (DELETE FROM ${name})`).join(', ')} SELECT 1`

async function emptyDatabase(db: Database): Promise<void> {
  await db.write(async (tx) => {
    if (db.kind === 'postgresql') await tx.run(EMPTYING)
    else for (const table of TABLES) await tx.run(`DELETE FROM ${table.name}`)
  })
}
