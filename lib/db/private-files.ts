import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { causeOf, log } from '@/lib/log'
import { settings } from '@/lib/settings'

/** Access for this process's user only. */
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/** Permission bits of group and others. */
const OTHERS = 0o077

/** A world-writable folder in which users own their files, such as /tmp. */
const STICKY = 0o1000

/**
 * Creates the file of a database about to be opened, and its parent folders, readable by this user
 * only; SQLite copies the permissions to its other files.
 */
export function makePrivate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  closeSync(openSync(file, 'a', PRIVATE_FILE))
}

/**
 * Revokes access that earlier versions, or a copy, gave to others: to the data folder with uploads
 * and backups, and to the database's files wherever they are. Logs what was changed and what could
 * not be.
 */
export function tightenFiles(databaseUrl: string): void {
  // Windows permissions work differently: they are inherited from the user's folder.
  if (process.platform === 'win32') return
  const { dataDir } = settings()
  for (const folder of [
    dataDir,
    ...['uploads', 'backups'].map((name) => path.join(/* turbopackIgnore: true */ dataDir, name)),
  ]) {
    tighten(folder, PRIVATE_FOLDER)
  }
  if (!databaseUrl.startsWith('file:')) return
  const file = path.resolve(databaseUrl.slice('file:'.length))
  for (const each of [file, ...besides(file)]) tighten(each, PRIVATE_FILE)
}

/** The files beside a database that share its name: the journals, and copies made of it. */
function besides(file: string): string[] {
  const folder = path.dirname(file)
  const name = path.basename(file)
  try {
    const found = readdirSync(folder).filter((each) => each !== name && each.startsWith(name))
    return found.map((each) => path.join(folder, each))
  } catch {
    return []
  }
}

function tighten(file: string, mode: number): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || (stats.mode & OTHERS) === 0) return
  const was = (stats.mode & 0o777).toString(8).padStart(4, '0')
  if ((stats.mode & STICKY) !== 0) {
    log.warn('others can read the data folder: it is one that everybody writes to', { was })
    return
  }
  try {
    chmodSync(file, mode)
    log.info('others can read this no more', { name: path.basename(file), was })
  } catch (error) {
    log.warn('others can read this, and it could not be changed', {
      name: path.basename(file),
      was,
      ...causeOf(error),
    })
  }
}
