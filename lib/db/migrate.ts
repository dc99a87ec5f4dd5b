import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { sqliteFile } from '@/lib/settings'
import { VERSION } from '@/lib/version'
import { MigrationsError } from './faults'
import type { Database } from './index'
import { makePrivate } from './private-files'

/**
 * Brings a database to this version's tables, the way `prisma migrate deploy` does: the same scripts,
 * the same `_prisma_migrations`. Prisma's own program would have to download an engine.
 */

interface Migration {
  name: string
  sql: string
  /** SHA-256 of the script, as Prisma records it */
  checksum: string
}

interface Applied {
  migration_name: string
  checksum: string
  /** the version that applied it */
  logs: string | null
}

const SELECT_APPLIED = `SELECT migration_name, checksum, logs FROM "_prisma_migrations"
  WHERE rolled_back_at IS NULL ORDER BY migration_name`

/** The first edition's first migrations came before this one's. */
const FIRST_BASELINE = '20261128'

type Kind = Database['kind']

/** What may be done before an existing SQLite file is changed; if it throws, the file is left alone. */
type BeforeChange = (file: string) => Promise<void>

/**
 * Applies the migrations that a database lacks; several processes may start at once. Returns the names
 * of those applied. Throws `MigrationsError` where the database is newer, is one of the first edition,
 * or was made by other migrations; it is left as it was.
 */
export function migrate(url: string, beforeChange?: BeforeChange): Promise<string[]> {
  const file = sqliteFile(url)
  return file === null ? migratePostgresql(url) : migrateSqlite(file, beforeChange)
}

/** The migrations that a database lacks, by name; throws as `migrate` does. */
export async function pendingNow({ kind, reader }: Database): Promise<string[]> {
  // No model has this table: it is Prisma's own.
  const applied = await reader.$queryRaw<Applied[]>`SELECT migration_name, checksum, logs
    FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`
  return pendingOf(kind, applied).map(({ name }) => name)
}

function readMigrations(kind: Kind): Migration[] {
  const folder = path.join(process.cwd(), 'prisma', kind, 'migrations')
  const names = readdirSync(folder).filter((name) =>
    existsSync(path.join(folder, name, 'migration.sql')),
  )
  return names.sort().map((name) => {
    const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

function pendingOf(kind: Kind, applied: readonly Applied[]): Migration[] {
  const known = readMigrations(kind)
  const names = new Map(known.map((each) => [each.name, each]))
  const last = applied.at(-1)
  if (last && last.migration_name < FIRST_BASELINE) {
    throw new MigrationsError(
      'this database is one of the first edition, which this version does not read: export its stores there (`palimpsest export <store> --history`), and seed them here',
    )
  }
  const unknown = applied.findLast((row) => !names.has(row.migration_name))
  if (unknown) {
    const version = /^palimpsest (\S+)/.exec(unknown.logs ?? '')?.[1]
    throw new MigrationsError(
      `the database is newer than this version of Palimpsest, ${VERSION} (it has the migration ${unknown.migration_name}): install ${version ? `version ${version}` : 'the version that last used it'} or newer`,
    )
  }
  const edited = applied.find((row) => names.get(row.migration_name)?.checksum !== row.checksum)
  if (edited) {
    throw new MigrationsError(
      `the migration ${edited.migration_name} is not the one that was applied to this database`,
    )
  }
  const done = new Set(applied.map((row) => row.migration_name))
  return known.filter(({ name }) => !done.has(name))
}

const APPLIED_BY = `palimpsest ${VERSION}`

/** Longest wait of a start for another process's migration, in milliseconds. */
const LOCK_TIMEOUT = 60_000

/** Prisma's own table, as its engine makes it. */
const table = (text: (length: number) => string, time: string) =>
  `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    ${text(36)} PRIMARY KEY NOT NULL,
    "checksum"              ${text(64)} NOT NULL,
    "finished_at"           ${time},
    "migration_name"        ${text(255)} NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        ${time},
    "started_at"            ${time} NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
)`

const SQLITE_TABLE = table(() => 'TEXT', 'DATETIME')
const POSTGRESQL_TABLE = table((length) => `VARCHAR(${length})`, 'TIMESTAMPTZ')

async function migrateSqlite(file: string, beforeChange?: BeforeChange): Promise<string[]> {
  makePrivate(file)
  const db = new Sqlite(file, { timeout: LOCK_TIMEOUT })
  try {
    const applied = appliedIn(db)
    const pending = pendingOf('sqlite', applied)
    if (pending.length === 0) return []
    if (applied.length > 0) await beforeChange?.(file)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('secure_delete = ON')
    // Rebuilding a table drops it, and would cascade; within a transaction this has no effect.
    db.pragma('foreign_keys = OFF')
    return db.transaction(() => migrateWithin(db)).immediate()
  } finally {
    db.close()
  }
}

function appliedIn(db: Sqlite.Database): Applied[] {
  const table = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'`
  if (!db.prepare(table).get()) return []
  return db.prepare<[], Applied>(SELECT_APPLIED).all()
}

function migrateWithin(db: Sqlite.Database): string[] {
  db.exec(SQLITE_TABLE)
  // Another process may have migrated meanwhile.
  const pending = pendingOf('sqlite', appliedIn(db))
  const record = db.prepare(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count, logs)
     VALUES (?, ?, ?, ?, ?, 1, ?)`,
  )
  for (const { name, sql, checksum } of pending) {
    const startedAt = new Date().toISOString()
    db.exec(sql)
    record.run(randomUUID(), checksum, new Date().toISOString(), name, startedAt, APPLIED_BY)
  }
  const broken = db.pragma('foreign_key_check') as unknown[]
  if (broken.length > 0) throw new Error(`the migrations leave ${broken.length} broken references`)
  return pending.map(({ name }) => name)
}

/** The lock that Prisma's own engine takes. */
const ADVISORY_LOCK = 72_707_369

async function migratePostgresql(url: string): Promise<string[]> {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: url })
  // A query on a lost connection rejects anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    const done: string[] = []
    for (let name = await migrateOnce(client); name; name = await migrateOnce(client))
      done.push(name)
    return done
  } finally {
    // Ends an open transaction, too, and frees its lock.
    await client.end()
  }
}

/** Applies the first missing migration in a transaction of its own; null: none is missing. */
async function migrateOnce(client: pg.Client): Promise<string | null> {
  if (!(await firstMissing(client))) return null
  await client.query('BEGIN; SET LOCAL client_min_messages = warning')
  // Of the transaction, not of the connection, which a pooler may change in between.
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
  await client.query(POSTGRESQL_TABLE)
  const missing = await firstMissing(client)
  if (missing) {
    await client.query(missing.sql)
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count, logs)
       VALUES ($1, $2, clock_timestamp(), $3, 1, $4)`,
      [randomUUID(), missing.checksum, missing.name, APPLIED_BY],
    )
  }
  await client.query('COMMIT')
  return missing?.name ?? null
}

async function firstMissing(client: pg.Client): Promise<Migration | undefined> {
  const { rows } = await client.query<{ known: boolean; encoding: string }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known,
       current_setting('server_encoding') AS encoding`,
  )
  const [found] = rows
  // The second takes bytes as they come.
  if (found?.known === false && !/^(UTF8|SQL_ASCII)$/.test(found.encoding)) {
    throw new MigrationsError(
      `the database is encoded in ${found.encoding}, which lacks most characters: make one by CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'`,
    )
  }
  const applied = found?.known ? (await client.query<Applied>(SELECT_APPLIED)).rows : []
  return pendingOf('postgresql', applied)[0]
}
