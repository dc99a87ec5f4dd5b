import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { closeDatabase, db, openDatabase, useDatabase } from '@/lib/db'
import { compact } from '@/lib/db/compact'
import { databaseFaultOf } from '@/lib/db/faults'
import { rowsOf } from '@/lib/db/many'
import { migrate } from '@/lib/db/migrate'
import { REDACTIONS } from '@/lib/db/redaction-log'
import { BY_COMMAND } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { fingerprintAdvice } from '@/lib/store/redact/known'
import { rewrittenMark } from '@/lib/store/redact/rewrite'
import { emptyVersion } from '@/lib/store/redact/version'
import { change } from '@/lib/store/write/change'
import { writeVersion } from '@/lib/store/write/write-version'
import { lastMarks, marksOf, writeMarks } from './backup'
import { type BackupFacts, factsOf, problemOf } from './sql'
import { aloneIn, backupRefused, LOCK, synced, UNFINISHED } from './unfinished'

export interface Restored extends BackupFacts {
  /** what was redacted after the backup was made */
  redacted: RedactedAgain
}

/** What a data folder may hold and still be empty. */
const HARMLESS = new Set([REDACTIONS, 'backups', 'fingerprint.key', 'incoming', LOCK, UNFINISHED])

/**
 * Restores a backup where no database is yet. It is unpacked beside its target, checked, brought to this
 * version and cleared of what was redacted since, by the lists beside the backup and in the folder; only
 * then it has its name. What an interrupted restore left is begun anew. Refuses `backup_refused`; throws
 * `MigrationsError` for a database that is newer, or one of the first edition.
 */
export async function restoreBackup(backup: string, database: string): Promise<Restored> {
  if (!existsSync(backup)) throw backupRefused(`there is no file ${backup}`)
  const folder = path.dirname(database)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseUnlessEmpty(database)
  return aloneIn(folder, async (unfinished) => {
    refuseUnlessEmpty(database)
    const part = path.join(unfinished, PART)
    const restored = await restoreTo(part, backup, folder)
    // A start refuses while it sees the part, but may have come just before it.
    refuseUnlessEmpty(database)
    synced(part)
    renameSync(part, database)
    synced(folder)
    return restored
  })
}

/** What the database is called before it has its name. */
const PART = 'restored.db'

/** Returns whether a restore into a data folder was interrupted, or is under way. */
export const isRestoring = (folder: string) => existsSync(path.join(folder, UNFINISHED, PART))

function refuseUnlessEmpty(database: string): void {
  const folder = path.dirname(database)
  // A start that an interrupted restore refused leaves its lock.
  const lock = `${path.basename(database)}.server`
  const isHarmless = (name: string) => HARMLESS.has(name) || name === lock
  const other = readdirSync(folder).find((name) => !isHarmless(name))
  if (other === undefined) return
  throw backupRefused(
    `${folder} is not empty (it holds ${other}): a backup is restored into an empty data folder only; set DATA_DIR to another, or move what is there away`,
  )
}

async function restoreTo(part: string, backup: string, folder: string): Promise<Restored> {
  const notWhole = (cause?: unknown) =>
    backupRefused(`${backup} is no backup of Palimpsest, or not whole`, cause)
  const unpacked = createWriteStream(part, { mode: 0o600, flags: 'wx' })
  await pipeline(createReadStream(backup), createGunzip(), unpacked).catch((error: unknown) => {
    if (databaseFaultOf(error)?.fault === 'disk_full') throw error
    const isUnread = error instanceof Error && 'syscall' in error
    throw isUnread ? backupRefused(`${backup} cannot be read`, error) : notWhole(error)
  })
  await refuseTar(part, backup)
  const problem = problemOf(part)
  if (problem !== null) throw notWhole(problem)
  await migrate(`file:${part}`)
  const facts = factsOf(part)
  const marks = await marksOf([path.dirname(backup), folder])
  const redacted = await redactAgain(part, marks)
  writeMarks(folder, path.dirname(part), marks)
  return { ...facts, redacted }
}

/** The first edition's backups were tars. */
async function refuseTar(part: string, backup: string): Promise<void> {
  const magic: unknown[] = await createReadStream(part, { start: 257, end: 261 }).toArray()
  if (String(magic[0]) !== 'ustar') return
  throw backupRefused(
    `${backup} is a backup of the first edition, which this version does not read: restore it there, export its stores (\`palimpsest export <store> --history\`), and seed them here`,
  )
}

export interface RedactedAgain {
  /** versions that were emptied */
  versions: number
  /** memories that had one of them as head, and were deleted for it */
  memories: number
  /** what is to be done before redacted texts are known again; null: nothing */
  advice: string | null
}

/**
 * Empties the redacted versions that a restored file brought back, and takes their bytes out of it. One
 * that had only lost a text is emptied whole, since the text is not known any more, unless the file has
 * it as that redaction left it. Ids that are not there are passed over. Afterwards no database is open.
 */
async function redactAgain(file: string, marks: readonly string[]): Promise<RedactedAgain> {
  const markOf = lastMarks(marks)
  useDatabase(await openDatabase(`file:${file}`))
  try {
    const done: RedactedAgain = { versions: 0, memories: 0, advice: await fingerprintAdvice() }
    const select = { id: true, storeId: true, path: true, sha256: true, operation: true } as const
    const found = await rowsOf(markOf.keys(), (ids) =>
      db.version.findMany({ where: { id: { in: ids }, redactedAt: null }, select }),
    )
    for (const version of found) {
      if (markOf.get(version.id) === rewrittenMark(version)) continue
      if (await emptyAgain(version)) done.memories++
      done.versions++
    }
    if (done.versions > 0) await compact([])
    return done
  } finally {
    await closeDatabase()
  }
}

/** Returns whether a memory stood on it, and was deleted. */
async function emptyAgain(version: Pick<Version, 'id' | 'storeId' | 'path' | 'sha256'>) {
  return change(
    version.storeId,
    BY_COMMAND,
    async (c) => {
      const head = await c.tx.memory.findFirst({
        where: { storeId: version.storeId, versionId: version.id, path: { not: null } },
      })
      if (head) await writeVersion(c, { memory: head, to: null })
      await emptyVersion(c, version)
      return head !== null
    },
    { whenArchived: 'allow', whenHidden: 'allow' },
  )
}
