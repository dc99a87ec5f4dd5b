import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { REDACTIONS } from '@/lib/db/redaction-log'
import { causeOf, log } from '@/lib/log'
import { Refusal } from '@/lib/refusal'
import { lockOn } from './sql'

/** An empty file on which the lock is held. It stays: another process may wait for it. */
export const LOCK = '.palimpsest-lock'

/** Ends the names of what a backup writes before it has its own. */
export const UNFINISHED = '.unfinished'

/** What a restore writes before the database has its name, and what SQLite lays beside it. */
export const RESTORING = 'restoring.db'

const POLL_INTERVAL_MS = 200

/** Refuses a backup or a restore, in one sentence for whoever asked for it. */
export const backupRefused = (words: string, cause?: unknown) =>
  Object.assign(new Refusal('backup_refused', words), { cause })

/** Runs work that one process may do in a folder at a time, after that of others. */
export async function aloneIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  let lock = lockOn(path.join(folder, LOCK))
  for (; lock === null; lock = lockOn(path.join(folder, LOCK))) await pause(POLL_INTERVAL_MS)
  try {
    return await work()
  } finally {
    lock.free()
  }
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const OF_BACKUP = new RegExp(`\\.${ID}\\${UNFINISHED}(\\.db(-journal|-wal|-shm)?)?$`)

/** The list of redactions while it is written anew. */
export const NEW_LIST = `${REDACTIONS}${UNFINISHED}`

/** Returns whether a file in a folder of backups has no name of its own yet. */
export const isUnfinished = (name: string) => OF_BACKUP.test(name) || name === NEW_LIST

/** Returns whether a file in a data folder is of a restore that is under way, or was interrupted. */
export const isOfRestore = (name: string) =>
  name === NEW_LIST || ['', '-journal', '-wal', '-shm'].some((end) => name === `${RESTORING}${end}`)

/** Removes the files of such names; the caller is alone in the folder. */
export function removeFrom(folder: string, isMeant: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isMeant)) {
    rmSync(path.join(folder, name), { force: true })
  }
}

/**
 * Removes what interrupted backups and restores left of a database that is there, once those that are
 * under way have ended: whole copies, from which nothing is redacted. Logs what it cannot.
 */
export async function removeInterrupted(database: string): Promise<void> {
  const data = path.dirname(database)
  const backups = path.join(data, 'backups')
  try {
    const isThere = (folder: string, isMeant: (name: string) => boolean) =>
      existsSync(folder) && readdirSync(folder).some(isMeant)
    if (isThere(backups, isUnfinished)) {
      await aloneIn(backups, async () => removeFrom(backups, isUnfinished))
    }
    if (isThere(data, isOfRestore) && existsSync(database)) {
      await aloneIn(data, async () => removeFrom(data, isOfRestore))
    }
  } catch (error) {
    log.warn('what an interrupted backup left could not be removed', causeOf(error))
  }
}

/** Syncs a file or a folder to the disk. */
export function synced(place: string): void {
  const handle = openSync(place, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
