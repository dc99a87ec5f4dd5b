import type Sqlite from 'better-sqlite3'

/**
 * Reads a copy of the database file. No other program has it open, and it may be of an earlier
 * version than the models: a backup is made before an upgrade.
 */

export interface CopiedCounts {
  stores: number
  memories: number
  versions: number
}

export function countsIn(copy: Sqlite.Database): CopiedCounts {
  const counts = copy
    .prepare<[], CopiedCounts>(
      `SELECT (SELECT count(*) FROM memory_stores) AS stores,
         (SELECT count(*) FROM memories WHERE path IS NOT NULL) AS memories,
         (SELECT count(*) FROM memory_versions) AS versions`,
    )
    .get()
  return counts ?? { stores: 0, memories: 0, versions: 0 }
}

/** The redactions that restoring it must repeat; none if the database is older than the list. */
export function redactionMarksIn(copy: Sqlite.Database): string[] {
  const isKnown = copy.prepare("SELECT 1 FROM sqlite_master WHERE name = 'redaction_marks'").get()
  if (!isKnown) return []
  return copy.prepare<[], string>('SELECT mark FROM redaction_marks ORDER BY key').pluck().all()
}

export function migrationNamesIn(copy: Sqlite.Database): string[] {
  return copy
    .prepare<[], string>('SELECT migration_name FROM _prisma_migrations ORDER BY migration_name')
    .pluck()
    .all()
}
