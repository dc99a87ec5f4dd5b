import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { fileProblems } from '@/lib/db/check-file'
import { openDatabase } from '@/lib/db/open-database'
import { migrateSqlite } from '@/lib/db/migrate'
import { appendRedactions, REDACTIONS } from '@/lib/db/redaction-log'
import { COMMAND_LINE_ACTOR } from '@/lib/store/model/actor'
import { redactAgain, type RedactedAgain } from '@/lib/store/redaction/redact-again'
import { aloneIn, LOCK } from './alone-in-folder'
import { BackupError, DATABASE, MANIFEST, type Manifest, manifestSchema } from './manifest'
import { redactedVersions } from './redaction-log'
import { isOfRestore, removeRestoring, RESTORING } from './unfinished'

export interface RestoreInput {
  backup: string
  /** where the database goes; the folder must hold none */
  database: string
}

export interface Restored {
  manifest: Manifest
  /** versions and memories that were redacted after the backup was made */
  redacted: RedactedAgain
}

/** The files that a data folder may hold and still accept a backup. */
const HARMLESS = new Set([REDACTIONS, 'backups', LOCK])

/**
 * Restores a backup's database where there is none yet. It is unpacked beside its target, compared
 * with the manifest, checked, migrated to this version, and cleared of what was redacted since (by
 * the list beside the backup and the one in the folder); only then it gets its name. What an
 * interrupted restore left is begun anew, after one that is under way. Throws `BackupError`,
 * `DatabaseTooNewError`.
 */
export async function restoreBackup({ backup, database }: RestoreInput): Promise<Restored> {
  if (!existsSync(backup)) throw new BackupError(`there is no file ${backup}`)
  const folder = path.dirname(database)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseUnlessEmpty(folder)
  return aloneIn(folder, async () => {
    refuseUnlessEmpty(folder)
    removeRestoring(folder)
    const part = path.join(folder, RESTORING)
    try {
      const restored = await restoreTo(part, backup)
      // A start refuses while it sees the part, but may have come just before it.
      refuseUnlessEmpty(folder)
      renameSync(part, database)
      return restored
    } finally {
      removeRestoring(folder)
    }
  })
}

function refuseUnlessEmpty(folder: string): void {
  const other = readdirSync(folder).find((name) => !HARMLESS.has(name) && !isOfRestore(name))
  if (other === undefined) return
  throw new BackupError(
    `${folder} is not empty (it holds ${other}): a backup is restored into an empty data folder only; set DATA_DIR to another, or move what is there away`,
  )
}

async function restoreTo(part: string, backup: string): Promise<Restored> {
  const manifest = await unpack(backup, part)
  const problems = await fileProblems(part, 'whole')
  if (problems[0] !== undefined) throw new BackupError(`the backup is damaged: ${problems[0]}`)
  await migrateSqlite(part)
  const folder = path.dirname(part)
  const lists = [path.dirname(backup), folder].map((each) => path.join(each, REDACTIONS))
  const versions = redactedVersions(lists)
  const redacted = await redactedIn(part, versions)
  if (versions.length > 0) {
    const list = path.join(folder, REDACTIONS)
    rmSync(list, { force: true })
    appendRedactions(list, versions)
  }
  return { manifest, redacted }
}

async function redactedIn(file: string, versions: readonly string[]): Promise<RedactedAgain> {
  const db = openDatabase(`file:${file}`)
  try {
    return await redactAgain(db, versions, { actor: COMMAND_LINE_ACTOR })
  } finally {
    await db.close()
  }
}

async function unpack(backup: string, target: string): Promise<Manifest> {
  const archive = extract()
  const reading = pipeline(createReadStream(backup), createGunzip(), archive)
  reading.catch((error: unknown) => archive.destroy(error instanceof Error ? error : undefined))
  let manifest: Manifest | null = null
  let isWhole = false
  try {
    for await (const entry of archive) {
      if (entry.header.name === MANIFEST) {
        manifest = manifestSchema.parse(JSON.parse((await buffer(entry)).toString('utf8')))
      } else if (entry.header.name === DATABASE && manifest) {
        isWhole = await isWritten(entry, target, manifest)
      } else {
        entry.resume()
      }
    }
    await reading
  } catch (error) {
    throw new BackupError(`${backup} is no backup of Palimpsest, or not whole`, { cause: error })
  }
  if (!manifest || !isWhole) {
    throw new BackupError(`${backup} is not whole: its database is not the one it was made of`)
  }
  return manifest
}

/** Returns whether the database was written as the manifest says. */
async function isWritten(
  entry: AsyncIterable<unknown>,
  target: string,
  { database }: Manifest,
): Promise<boolean> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(entry, hashing, createWriteStream(target, { mode: 0o600, flags: 'w' }))
  return hash.digest('hex') === database.sha256
}
