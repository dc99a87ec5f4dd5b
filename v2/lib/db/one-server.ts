import Sqlite from 'better-sqlite3'

/**
 * Keeps a second server from one SQLite file, for as long as this process lives: the operating system
 * frees the lock with it, however it ends. False: another server has it.
 */
export function claimFile(file: string): boolean {
  const lock = new Sqlite(`${file}.server`, { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    // What is locked for the first write stays so.
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.pragma('user_version = 1')
    claimed.add(lock)
    return true
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}

/** Kept, since a connection that nobody refers to is closed with its garbage. */
const claimed = new Set<Sqlite.Database>()
