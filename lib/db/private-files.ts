import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { causeOf, log } from '@/lib/log'
import { settings } from '@/lib/settings'

/** For nobody but the user whose process this is. */
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/** Permissions of the group and of everybody else. */
const OTHERS = 0o077

/** A folder that everybody writes to, where each owns their own, as /tmp is. */
const STICKY = 0o1000

/**
 * Makes the file of a database that is about to be opened, and the folders on the way, for this user
 * alone; SQLite gives its other files the permissions of this one.
 */
export function makePrivate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  closeSync(openSync(file, 'a', PRIVATE_FILE))
}

/**
 * Takes from others what earlier versions, or somebody's copy, let them read: the data folder with
 * what it keeps uploads and backups in, and the files of the database wherever it lies. What was
 * changed, and what could not be, is in the log.
 */
export function tightenFiles(databaseUrl: string): void {
  // Windows has permissions of another kind, inherited from the user's folder.
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

/** What stands beside a database under its name: the journals, and copies that were made of it. */
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
