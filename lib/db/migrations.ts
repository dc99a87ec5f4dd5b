import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { programVersion } from '@/lib/program'
import type { DatabaseKind } from './database'

/** A migration in Prisma's layout: a folder with a script. */
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
  /** which program applied it: `APPLIED_BY` of its version; null: not recorded */
  logs: string | null
}

/** What this version of the program records with each migration it applies. */
export const APPLIED_BY = `palimpsest ${programVersion()}`

/** The database was created by a newer version of the application and is left untouched. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError'

  constructor(
    readonly migration: string,
    appliedBy: string | null,
  ) {
    super(
      `the database is newer than this version of Palimpsest, ${programVersion()} (it has the migration ${migration}): install ${versionOf(appliedBy)} or newer`,
    )
  }
}

function versionOf(appliedBy: string | null): string {
  const version = /^palimpsest (\S+)/.exec(appliedBy ?? '')?.[1]
  return version === undefined ? 'the version that last used it' : `version ${version}`
}

/** A migration was edited after it was applied, so the tables' actual shape is unknown. */
export class MigrationEditedError extends Error {
  override readonly name = 'MigrationEditedError'

  constructor(readonly migration: string) {
    super(`the migration ${migration} is not the one that was applied to this database`)
  }
}

/** The migrations that ship with this version of the application, in order. */
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
 * The migrations still to apply. Throws `DatabaseTooNewError` or `MigrationEditedError` where the
 * database did not come from these migrations.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const unknown = applied.filter((row) => !known.some(({ name }) => name === row.migration_name))
  const newest = unknown.at(-1)
  if (newest) throw new DatabaseTooNewError(newest.migration_name, newest.logs)
  for (const row of applied) {
    const migration = known.find(({ name }) => name === row.migration_name)
    if (migration && migration.checksum !== row.checksum)
      throw new MigrationEditedError(migration.name)
  }
  return known.filter(({ name }) => !applied.some((row) => row.migration_name === name))
}
