import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { migratePostgresql, migrateSqlite } from '@/lib/db/migrate'
import { TABLES } from '@/lib/store/model/tables'
import { flushReads } from '@/lib/store/reads'

/** A fresh, migrated database and the way to be rid of it. */
export interface TestDatabase {
  db: Database
  url: string
  discard(): Promise<void>
}

export async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-'))
  const file = path.join(folder, 'test.db')
  await migrateSqlite(file)
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

/** `adminUrl`: of the server that the tests started. */
export async function freshPostgresql(adminUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(adminUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await migratePostgresql(url.href)
  const db = openDatabase(url.href)
  return {
    db,
    url: url.href,
    discard: async () => {
      await flushReads(db)
      await db.close()
      await onServer(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function onServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
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
 * Runs the tests once on SQLite and once on the PostgreSQL server of the run. Each test finds a
 * migrated database without stores; the database itself is made once and emptied.
 */
export function onBothDatabases(tests: DatabaseTests): void {
  onSqlite(tests)
  onDatabase('on PostgreSQL', () => freshPostgresql(inject('postgresqlUrl')), tests)
}

/**
 * As `onBothDatabases`, on SQLite alone: for what is decided above the database and cannot differ
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

async function emptyDatabase(db: Database): Promise<void> {
  await db.write(async (tx) => {
    for (const table of TABLES) await tx.run(`DELETE FROM ${table.name}`)
  })
}
