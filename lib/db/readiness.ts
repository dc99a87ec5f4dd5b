import type { Database } from './database'
import { type AppliedMigration, pendingMigrations, readMigrations } from './migrations'

/** What keeps the database from being used, in words for an operator; null when nothing does. */
export async function databaseProblem(db: Database): Promise<string | null> {
  try {
    const applied = await db.read.all<AppliedMigration>(
      'SELECT migration_name, checksum, logs FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
    )
    const pending = pendingMigrations(readMigrations(db.kind), applied)
    return pending.length === 0 ? null : `${pending.length} migrations are not applied`
  } catch (error) {
    return `the database does not answer: ${error instanceof Error ? error.message : 'unknown'}`
  }
}
