import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseKind } from './database'

/** A migration as Prisma lays it down: a folder with a script. */
export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the script, as Prisma records it */
  checksum: string
}

/** A row of `_prisma_migrations`. */
export interface AppliedMigration {
  migration_name: string
  checksum: string
}

/** The database was made by a newer version of the application, and is left as it is. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError'

  constructor(readonly migration: string) {
    super(
      `the database is newer than this version of Palimpsest (it has the migration ${migration}): use a version at least as new as the one that wrote it`,
    )
  }
}

/** A migration was edited after it had been applied, so nobody knows what the tables look like. */
export class MigrationEditedError extends Error {
  override readonly name = 'MigrationEditedError'

  constructor(readonly migration: string) {
    super(`the migration ${migration} is not the one that was applied to this database`)
  }
}

/** The migrations that this version of the application comes with, in their order. */
export function readMigrations(kind: DatabaseKind): Migration[] {
  const folder = path.join(process.cwd(), 'prisma', kind, 'migrations')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * What is still to be applied. Throws `DatabaseTooNewError` or `MigrationEditedError` where the
 * database is not one that these migrations lead to.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  for (const row of applied) {
    const migration = known.find(({ name }) => name === row.migration_name)
    if (!migration) throw new DatabaseTooNewError(row.migration_name)
    if (migration.checksum !== row.checksum) throw new MigrationEditedError(migration.name)
  }
  return known.filter(({ name }) => !applied.some((row) => row.migration_name === name))
}
