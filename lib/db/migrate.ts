import { randomUUID } from 'node:crypto'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import {
  type AppliedMigration,
  APPLIED_BY,
  type Migration,
  pendingMigrations,
  readMigrations,
  SELECT_APPLIED,
} from './migrations'
import { makePrivate } from './private-files'

export interface MigrateOptions {
  /** address of a PostgreSQL server past its pooler */
  directUrl?: string | null
  /** called before an existing SQLite file is changed; if it throws, the file is left untouched */
  beforeChange?: (file: string) => Promise<void>
}

/**
 * Applies the migrations that a database lacks, the way `prisma migrate deploy` does: same scripts,
 * same `_prisma_migrations` table. On PostgreSQL each is a transaction, on SQLite all share one;
 * several processes may start at once. Returns the names of those applied. Throws
 * `DatabaseTooNewError`, `MigrationEditedError`.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  return url.startsWith('file:')
    ? migrateSqlite(path.resolve(url.slice('file:'.length)), options)
    : migratePostgresql(options.directUrl ?? url)
}

/** Longest wait of a start for another process's migration, in milliseconds. */
const LOCK_TIMEOUT_MS = 60_000

/** Prisma's own table, as its schema engine creates it. */
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

export async function migrateSqlite(
  file: string,
  { beforeChange }: MigrateOptions = {},
): Promise<string[]> {
  makePrivate(file)
  const db = new Sqlite(file, { timeout: LOCK_TIMEOUT_MS })
  try {
    const { applied, pending } = stateOf(db)
    if (pending.length === 0) return []
    if (applied.length > 0) await beforeChange?.(file)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    // Rebuilding a table drops it, and cascades to its rows' children while foreign keys are
    // enforced; inside a transaction this pragma has no effect.
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

function stateOf(db: Sqlite.Database): { applied: AppliedMigration[]; pending: Migration[] } {
  const isKnown = db
    .prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'`)
    .get()
  const applied = isKnown ? db.prepare<[], AppliedMigration>(SELECT_APPLIED).all() : []
  return { applied, pending: pendingMigrations(readMigrations('sqlite'), applied) }
}

function migrateInTransaction(db: Sqlite.Database): string[] {
  db.exec(SQLITE_TABLE)
  // Another process may have migrated in the meantime.
  const { pending } = stateOf(db)
  if (pending.length === 0) return []
  const record = db.prepare(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count, logs)
     VALUES (?, ?, ?, ?, ?, 1, ?)`,
  )
  for (const { name, sql, checksum } of pending) {
    const startedAt = new Date().toISOString()
    db.exec(sql)
    record.run(randomUUID(), checksum, new Date().toISOString(), name, startedAt, APPLIED_BY)
  }
  // This reads every row with a foreign key, so it only runs after a change.
  const broken = db.pragma('foreign_key_check') as unknown[]
  if (broken.length > 0) throw new Error(`the migrations leave ${broken.length} broken references`)
  return pending.map(({ name }) => name)
}

/** The lock that Prisma's schema engine takes, so that the two exclude each other. */
const ADVISORY_LOCK = 72_707_369

export async function migratePostgresql(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  // A query on a lost connection rejects anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    const done: string[] = []
    for (;;) {
      const name = await migrateOnce(client)
      if (name === null) return done
      done.push(name)
    }
  } finally {
    // Closes the session, which rolls back an open transaction and frees its lock.
    await client.end()
  }
}

/** Applies the first missing migration; null: none is missing. */
async function migrateOnce(client: pg.Client): Promise<string | null> {
  if ((await firstMissing(client)) === null) return null
  await client.query('BEGIN; SET LOCAL client_min_messages = warning')
  // Scoped to the transaction, not the session: a pooler may switch sessions between transactions.
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

async function firstMissing(client: pg.Client): Promise<Migration | null> {
  const { rows } = await client.query<{ isKnown: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isKnown"`,
  )
  const applied = rows[0]?.isKnown
    ? (await client.query<AppliedMigration>(SELECT_APPLIED)).rows
    : []
  return pendingMigrations(readMigrations('postgresql'), applied)[0] ?? null
}
