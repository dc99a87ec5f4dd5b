import { createReadStream, createWriteStream, existsSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { marksIn, REDACTIONS } from '@/lib/db/redaction-log'
import { settings, sqliteFile } from '@/lib/settings'
import { VERSION } from '@/lib/version'
import { type BackupFacts, copyInto, problemOf, sign } from './sql'
import { aloneIn, backupRefused, synced } from './unfinished'

/** What a backup is called: a gzipped SQLite database. */
export const BACKUP_ENDING = '.db.gz'

/** With what `palimpsest backup` ends that made one of damaged versions. */
export const DAMAGED = 2

/** The file of the database that is set. Refuses PostgreSQL, whose own programs make backups. */
export function databaseFile(): string {
  const file = sqliteFile(settings().databaseUrl)
  if (file !== null) return file
  throw backupRefused('the database is PostgreSQL: use pg_dump and pg_restore (docs/operations.md)')
}

/**
 * Writes a backup of an SQLite database that is in use. It stops the event loop while it copies and
 * checks, so a server has it done by another process. The copy is checked before the file has its name;
 * an existing file is never written over. Refuses `backup_refused`.
 */
export async function createBackup(database: string, target: string): Promise<BackupFacts> {
  const folder = path.dirname(target)
  if (!existsSync(database)) throw backupRefused(`there is no database at ${database}`)
  if (!existsSync(folder)) throw backupRefused(`there is no folder ${folder}`)
  return aloneIn(folder, async (unfinished) => {
    if (existsSync(target)) throw backupRefused(`${target} is there already; name another file`)
    const copy = path.join(unfinished, 'copy.db')
    const packed = `${copy}.gz`
    copyInto(database, copy)
    const problem = problemOf(copy)
    if (problem !== null) {
      throw backupRefused(`the database is damaged, so nothing was kept of it: ${problem}`)
    }
    const { marks, ...facts } = sign(copy, VERSION, new Date())
    // Half a gigabyte takes a third of the time, and a tenth more room.
    const gzip = createGzip({ level: 1 })
    await pipeline(createReadStream(copy), gzip, createWriteStream(packed, { mode: 0o600 }))
    synced(packed)
    renameSync(packed, target)
    synced(folder)
    // Beside the backups, so that restoring an older one undoes no redaction.
    const known = await marksOf([folder, path.dirname(database)])
    writeMarks(folder, unfinished, [...known, ...marks])
    return facts
  })
}

/** The marks of the lists in these folders; a version's last one counts. */
export async function marksOf(folders: readonly string[]): Promise<string[]> {
  const files = [...new Set(folders)].map((folder) => path.join(folder, REDACTIONS))
  return (await Promise.all(files.map(marksIn))).flat()
}

/** The last mark of each version, by its id. */
export const lastMarks = (marks: readonly string[]) =>
  new Map(marks.map((mark) => [mark.split('@')[0] ?? '', mark]))

/** Writes the list in a folder anew, each version once. */
export function writeMarks(folder: string, unfinished: string, marks: readonly string[]): void {
  const last = lastMarks(marks)
  if (last.size === 0) return
  const lines = [...last.values()].map((version) => `${JSON.stringify({ version })}\n`)
  const fresh = path.join(unfinished, REDACTIONS)
  writeFileSync(fresh, lines.join(''), { mode: 0o600 })
  synced(fresh)
  renameSync(fresh, path.join(folder, REDACTIONS))
}
