import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { log } from '@/lib/log'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/** Permission bits of group and others. */
const OTHERS = 0o077

/** A world-writable folder in which users own their files, such as /tmp. */
const STICKY = 0o1000

/**
 * Creates the file of a database about to be opened, and its folders, for this user only; SQLite
 * copies the permissions to its other files.
 */
export function makePrivate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  closeSync(openSync(file, 'a', PRIVATE_FILE))
}

/** Takes from others what a copy or a wider umask gave them: data folder, database, its journals. */
export function tightenFiles(dataDir: string, file: string | null): void {
  // Windows inherits permissions from the user's folder.
  if (process.platform === 'win32') return
  tighten(dataDir, PRIVATE_FOLDER)
  if (file === null) return
  const folder = path.dirname(file)
  const names = readdirSync(folder).filter((name) => name.startsWith(path.basename(file)))
  for (const name of names) tighten(path.join(folder, name), PRIVATE_FILE)
}

function tighten(file: string, mode: number): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || (found.mode & OTHERS) === 0 || (found.mode & STICKY) !== 0) return
  try {
    chmodSync(file, mode)
  } catch {
    log.warn('others can read this, and it could not be changed', { name: path.basename(file) })
  }
}
