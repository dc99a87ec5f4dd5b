import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { pack } from 'tar-stream'
import { fileProblems } from '@/lib/db/check-file'
import { REDACTIONS } from '@/lib/db/redaction-log'
import { programVersion } from '@/lib/program'
import { aloneIn } from './alone-in-folder'
import { BackupError, DATABASE, MANIFEST, type Manifest } from './manifest'
import { redactedVersions } from './redaction-log'
import { removeUnfinished, UNFINISHED } from './unfinished'
import { countsIn, migrationNamesIn, redactionMarksIn } from './sql/copied-database'

/** Pages of 4 KiB copied in one step; the database's writers continue between steps. */
const PAGES_PER_STEP = 500

/**
 * Writes a backup of an SQLite database in use to a file that must not exist yet: a compressed tar
 * of manifest and database. The copy is checked in full before the file gets its name. Throws
 * `BackupError`. Waits for a backup that another process makes in the same folder; what interrupted
 * ones left there is removed.
 */
export async function createBackup(database: string, target: string): Promise<Manifest> {
  const folder = path.dirname(target)
  if (!existsSync(database)) throw new BackupError(`there is no database at ${database}`)
  if (!existsSync(folder)) throw new BackupError(`there is no folder ${folder}`)
  return aloneIn(folder, async () => {
    removeUnfinished(folder)
    if (existsSync(target)) throw new BackupError(`${target} is there already; name another file`)
    try {
      return await writeBackup(database, target)
    } finally {
      removeUnfinished(folder)
    }
  })
}

async function writeBackup(database: string, target: string): Promise<Manifest> {
  const part = `${target}.${randomUUID()}${UNFINISHED}`
  const copy = `${part}.db`
  await copyOf(database, copy)
  const problems = await fileProblems(copy, 'whole')
  if (problems[0] !== undefined) {
    throw new BackupError(`the database is damaged, so nothing was kept of it: ${problems[0]}`)
  }
  const manifest = await manifestOf(copy)
  await writeArchive(part, manifest, copy)
  renameSync(part, target)
  keepRedactions(path.dirname(database), path.dirname(target), marksIn(copy))
  return manifest
}

async function copyOf(database: string, copy: string): Promise<void> {
  const source = new Sqlite(database, { timeout: 60_000, fileMustExist: true })
  try {
    closeSync(openSync(copy, 'wx', 0o600))
    await source.backup(copy, { progress: () => PAGES_PER_STEP })
  } finally {
    source.close()
  }
  const made = new Sqlite(copy)
  // A single file, without a journal beside it.
  made.pragma('journal_mode = DELETE')
  made.close()
}

async function manifestOf(copy: string): Promise<Manifest> {
  const db = new Sqlite(copy, { readonly: true })
  try {
    return {
      format: 'palimpsest-backup-1',
      version: programVersion(),
      createdAt: Date.now(),
      migrations: migrationNamesIn(db),
      counts: countsIn(db),
      database: { bytes: statSync(copy).size, sha256: await hashOf(copy) },
    }
  } finally {
    db.close()
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function writeArchive(file: string, manifest: Manifest, copy: string): Promise<void> {
  const archive = pack()
  const writing = pipeline(archive, createGzip(), createWriteStream(file, { mode: 0o600 }))
  archive.entry({ name: MANIFEST }, JSON.stringify(manifest, null, 2))
  const entry = archive.entry({ name: DATABASE, size: manifest.database.bytes })
  await Promise.all([
    pipeline(createReadStream(copy), entry).then(() => archive.finalize()),
    writing,
  ])
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The redactions that the database knows; a list that could not be written lacks the newest. */
function marksIn(copy: string): string[] {
  const db = new Sqlite(copy, { readonly: true })
  try {
    return redactionMarksIn(db)
  } finally {
    db.close()
  }
}

/** The list of redactions is kept beside the backups, so that restoring one does not undo them. */
function keepRedactions(from: string, to: string, marks: readonly string[]): void {
  const files = [path.join(from, REDACTIONS), path.join(to, REDACTIONS)]
  const versions = [...new Set([...redactedVersions(files), ...marks])]
  if (versions.length === 0 || files[0] === files[1]) return
  const text = versions.map((version) => `${JSON.stringify({ version })}\n`).join('')
  const [, target = ''] = files
  writeFileSync(`${target}.part`, text, { mode: 0o600 })
  renameSync(`${target}.part`, target)
  chmodSync(target, 0o600)
}
