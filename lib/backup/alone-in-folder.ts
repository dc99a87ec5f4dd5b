import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

/** An empty file on which the lock is held. It stays: another process may wait for it. */
export const LOCK = '.palimpsest-lock'

const POLL_INTERVAL_MS = 200

/**
 * Runs work that only one process may do in a folder at a time, after that of others. The lock is
 * the system's, by way of SQLite: it ends with its process, however that ends, and holds between
 * containers.
 */
export async function aloneIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = new Sqlite(path.join(folder, LOCK), { timeout: 0 })
  try {
    while (!isTaken(lock)) await pause(POLL_INTERVAL_MS)
    return await work()
  } finally {
    lock.close()
  }
}

function isTaken(lock: Sqlite.Database): boolean {
  try {
    // Else a journal would lie beside it for as long.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}
