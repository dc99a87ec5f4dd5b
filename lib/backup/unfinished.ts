import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFaultOf } from '@/lib/db/faults'
import { lockOn } from '@/lib/db/sqlite-adapter'
import { causeOf, log } from '@/lib/log'
import { Refusal } from '@/lib/refusal'

/** The file on which the lock is held. It stays: another process may wait for it. */
export const LOCK = '.palimpsest-lock'

/** The folder, beside its target, of all that a backup or a restore writes before it has its name. */
export const UNFINISHED = 'palimpsest-unfinished'

const POLL_INTERVAL_MS = 200

/** Refuses a backup or a restore, in one sentence for whoever asked for it. */
export const backupRefused = (words: string, cause?: unknown) =>
  Object.assign(new Refusal('backup_refused', words), { cause })

/**
 * Runs work that one process may do in a folder at a time, after that of others. It is given an empty
 * folder inside, which goes with all that is in it once the work ends; what one left that was interrupted
 * goes before. Refuses `backup_refused` for a folder that cannot be written.
 */
export async function aloneIn<T>(
  folder: string,
  work: (unfinished: string) => Promise<T>,
): Promise<T> {
  let lock = lockIn(folder)
  for (; lock === null; lock = lockIn(folder)) await pause(POLL_INTERVAL_MS)
  const unfinished = path.join(folder, UNFINISHED)
  const clear = () => rmSync(unfinished, { recursive: true, force: true })
  try {
    clear()
    mkdirSync(unfinished, { mode: 0o700 })
    return await work(unfinished)
  } finally {
    clear()
    lock.free()
  }
}

/** Null: another process has it. Refuses a folder that cannot be written, which is no fault of the database. */
function lockIn(folder: string): ReturnType<typeof lockOn> {
  try {
    return lockOn(path.join(folder, LOCK))
  } catch (error) {
    const isFull = databaseFaultOf(error)?.fault === 'disk_full'
    throw backupRefused(`${folder} ${isFull ? 'is on a full disk' : 'cannot be written'}`, error)
  }
}

/**
 * Removes what interrupted backups and restores left of a database that is there, once those that are
 * under way have ended: whole copies, from which nothing is redacted. Logs what it cannot.
 */
export async function removeInterrupted(database: string): Promise<void> {
  const data = path.dirname(database)
  const folders = [path.join(data, 'backups'), ...(existsSync(database) ? [data] : [])]
  try {
    for (const folder of folders) {
      if (existsSync(path.join(folder, UNFINISHED))) await aloneIn(folder, async () => {})
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
