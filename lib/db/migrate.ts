import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { type AppliedMigration, pendingMigrations, readMigrations } from './migrations'

/**
 * Applies the migrations that a database lacks, the way `prisma migrate deploy` does: the same
 * scripts, the same `_prisma_migrations` table. Each is one transaction; several processes may
 * start at once. Returns the names of those applied. Throws `DatabaseTooNewError`,
 * `MigrationEditedError`.
 */
export async function migrate(url: string): Promise<string[]> {
  return url.startsWith('file:')
    ? migrateSqlite(path.resolve(url.slice('file:'.length)))
    : migratePostgresql(url)
}

/** How long a start waits for another one that is migrating, in milliseconds. */
const LOCK_PATIENCE_MS = 60_000

/** Prisma's own table, as its schema engine makes it. */
const SQLITE_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`

const POSTGRESQL_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`

const SELECT_APPLIED = `SELECT migration_name, checksum FROM "_prisma_migrations"
  WHERE rolled_back_at IS NULL ORDER BY migration_name`

export async function migrateSqlite(file: string): Promise<string[]> {
  mkdirSync(path.dirname(file), { recursive: true })
  const db = new Sqlite(file, { timeout: LOCK_PATIENCE_MS })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    // Rebuilding a table drops it, and its rows' children with it where keys are enforced; inside a
    // transaction this setting does nothing.
    db.pragma('foreign_keys = OFF')
    db.exec('BEGIN IMMEDIATE')
    try {
      const done = migrateInTransaction(db)
      db.exec('COMMIT')
      return done
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      throw error
    }
  } finally {
    db.close()
  }
}

function migrateInTransaction(db: Sqlite.Database): string[] {
  db.exec(SQLITE_TABLE)
  const applied = db.prepare<[], AppliedMigration>(SELECT_APPLIED).all()
  const pending = pendingMigrations(readMigrations('sqlite'), applied)
  const record = db.prepare(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES (?, ?, ?, ?, ?, 1)`,
  )
  for (const { name, sql, checksum } of pending) {
    const startedAt = new Date().toISOString()
    db.exec(sql)
    record.run(randomUUID(), checksum, new Date().toISOString(), name, startedAt)
  }
  const broken = db.pragma('foreign_key_check') as unknown[]
  if (broken.length > 0) throw new Error(`the migrations leave ${broken.length} broken references`)
  return pending.map(({ name }) => name)
}

/** The lock that Prisma's schema engine takes, so that both keep out of each other's way. */
const ADVISORY_LOCK = 72_707_369

export async function migratePostgresql(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(`SET client_min_messages = warning; ${POSTGRESQL_TABLE}`)
    const applied = await client.query<AppliedMigration>(SELECT_APPLIED)
    const pending = pendingMigrations(readMigrations('postgresql'), applied.rows)
    for (const { name, sql, checksum } of pending) {
      const record = `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count)
        VALUES ($1, $2, clock_timestamp(), $3, 1)`
      await client.query('BEGIN')
      await client.query(sql)
      await client.query(record, [randomUUID(), checksum, name])
      await client.query('COMMIT')
    }
    return pending.map(({ name }) => name)
  } finally {
    // Ends the session, and with it an open transaction and the lock.
    await client.end()
  }
}
