import type { Database } from './database'

/** No model has this table: it is Prisma's own, which writes times its own way in each database. */
const MIGRATED_AT = {
  sqlite: `SELECT CAST(CASE typeof(finished_at) WHEN 'integer' THEN finished_at
      ELSE unixepoch(finished_at) * 1000 END AS BIGINT) AS at
    FROM _prisma_migrations WHERE rolled_back_at IS NULL AND migration_name LIKE ?`,
  postgresql: `SELECT CAST(floor(extract(epoch FROM finished_at) * 1000) AS BIGINT) AS at
    FROM _prisma_migrations WHERE rolled_back_at IS NULL AND migration_name LIKE ?`,
}

/**
 * When this database got the migration of that name (without its number), in milliseconds since 1970;
 * null: it had it from its beginning, or has it not.
 */
export async function migratedAt(db: Database, name: string): Promise<number | null> {
  const row = await db.read.get<{ at: number | null }>(MIGRATED_AT[db.kind], [`%_${name}`])
  return row?.at ?? null
}
