import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { programVersion } from '@/lib/program'
import type { DatabaseKind } from './database'

/** A migration in Prisma's layout: a folder with a script. */
export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the script, as Prisma records it */
  checksum: string
  /**
   * the checksums of the migrations that were squashed into it, by name (`replaces.json`): a database
   * that has them all has this one
   */
  replaces: ReadonlyMap<string, string>
}

/** A row of `_prisma_migrations`. */
export interface AppliedMigration {
  migration_name: string
  checksum: string
  /** the program that applied it: `APPLIED_BY` of its version; null: not recorded */
  logs: string | null
}

/** Selects the migrations of a database. No model has this table: it is Prisma's own. */
export const SELECT_APPLIED = `SELECT migration_name, checksum, logs FROM "_prisma_migrations"
  WHERE rolled_back_at IS NULL ORDER BY migration_name`

/** The version that is recorded with each migration that it applies. */
export const APPLIED_BY = `palimpsest ${programVersion()}`

/** A database whose migrations are not those of this version; it is left untouched. */
export class MigrationsError extends Error {
  override readonly name: string = 'MigrationsError'
}

/** The database was created by a newer version of the application. */
export class DatabaseTooNewError extends MigrationsError {
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

/** The database has some of the migrations that were squashed into one, and not all. */
export class DatabaseTooOldError extends MigrationsError {
  override readonly name = 'DatabaseTooOldError'

  constructor(
    readonly migration: string,
    appliedBy: string | null,
  ) {
    super(
      `the database is too old for this version of Palimpsest, ${programVersion()} (it lacks the migration ${migration}, which is no longer there by itself): start it once with ${versionOf(appliedBy)}, as of 24 November 2026 or later`,
    )
  }
}

/** A migration was edited after it was applied, so the tables' actual shape is unknown. */
export class MigrationEditedError extends MigrationsError {
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
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, replaces: replacedBy(path.join(folder, name)) }
    })
}

const replaced = z.record(z.string(), z.string())

function replacedBy(migration: string): ReadonlyMap<string, string> {
  const file = path.join(migration, 'replaces.json')
  if (!existsSync(file)) return new Map()
  return new Map(Object.entries(replaced.parse(JSON.parse(readFileSync(file, 'utf8')))))
}

/**
 * Returns whether this name, the last of a database's migrations, means that it has all of this
 * version's.
 */
export function isNewest(kind: DatabaseKind, name: string | undefined): boolean {
  const newest = readMigrations(kind).at(-1)
  return (
    newest !== undefined && (name === newest.name || name === [...newest.replaces.keys()].at(-1))
  )
}

/**
 * The migrations still to apply. Throws `DatabaseTooNewError`, `DatabaseTooOldError` or
 * `MigrationEditedError` where the database did not come from these migrations.
 */
export function pendingMigrations(
  known: readonly Migration[],
  recorded: readonly AppliedMigration[],
): Migration[] {
  const applied = known.reduce(withBaseline, recorded)
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

/** The recorded migrations, with one in place of all those that were squashed into it. */
function withBaseline(
  recorded: readonly AppliedMigration[],
  { name, checksum, replaces }: Migration,
): readonly AppliedMigration[] {
  const old = new Map(recorded.map((row) => [row.migration_name, row]))
  const last = recorded.findLast((row) => replaces.has(row.migration_name))
  if (!last) return recorded
  for (const [each, sum] of replaces) {
    const row = old.get(each)
    if (!row) throw new DatabaseTooOldError(each, last.logs)
    if (row.checksum !== sum) throw new MigrationEditedError(each)
  }
  const baseline = { migration_name: name, checksum, logs: last.logs }
  return [baseline, ...recorded.filter((row) => !replaces.has(row.migration_name))]
}
