import Sqlite from 'better-sqlite3'
import { isSound, type StoredText } from '@/lib/store/model/sound'

/**
 * Files that no client may open: a copy may be of an earlier version than the models, since a backup is
 * made before an upgrade.
 */

export interface BackupFacts {
  /** of the program that made it */
  version: string
  at: Date
  stores: number
  memories: number
  versions: number
  /** of these: what is stored of them is not what was written */
  damaged: number
}

/** Copies a database that is in use into a new file; writers go on. */
export function copyInto(database: string, copy: string): void {
  within(database, { timeout: 60_000 }, (db) => db.prepare('VACUUM INTO ?').run(copy))
}

/** What is wrong with a file, in the engine's words; null: it is whole. */
export function problemOf(file: string): string | null {
  try {
    const found = within(file, {}, (db) => db.pragma('integrity_check(1)', { simple: true }))
    return found === 'ok' ? null : String(found)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Writes into a copy by what, and when it was made: a backup says so itself. */
export function sign(copy: string, version: string, at: Date): BackupFacts & { marks: string[] } {
  return within(copy, {}, (db) => {
    db.prepare(
      `INSERT OR REPLACE INTO "Cursor" ("name", "value", "at") VALUES ('backup', ?, ?)`,
    ).run(version, at.toISOString())
    const marks = db.prepare<[], string>(
      `SELECT "mark" FROM "Redaction" WHERE "mark" IS NOT NULL ORDER BY "key"`,
    )
    return { ...factsIn(db), marks: marks.pluck().all() }
  })
}

/** What a backup says of itself. */
export const factsOf = (file: string): BackupFacts => within(file, { readonly: true }, factsIn)

function within<T>(file: string, options: Sqlite.Options, work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(file, { fileMustExist: true, ...options })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

function factsIn(db: Sqlite.Database): BackupFacts {
  const row = db
    .prepare<[], Omit<BackupFacts, 'at' | 'damaged'> & { at: string }>(
      `SELECT "value" AS version, "at",
         (SELECT count(*) FROM "Store" WHERE "deletedAt" IS NULL) AS stores,
         (SELECT count(*) FROM "Memory" WHERE "path" IS NOT NULL) AS memories,
         (SELECT count(*) FROM "Version") AS versions
       FROM "Cursor" WHERE "name" = 'backup'`,
    )
    .get()
  if (!row) throw new Error('it does not say when it was made')
  const texts = db.prepare<[], StoredText>(`SELECT "sha256", "content" FROM "Version"`)
  let damaged = 0
  for (const text of texts.iterate()) damaged += Number(!isSound(text))
  return { ...row, at: new Date(row.at), damaged }
}
