import Sqlite from 'better-sqlite3'

/**
 * Takes a lock on a file of its own, for as long as this process lives or until it frees it: the operating
 * system takes it back with the process, however that ends. Null: another one has it.
 */
export function lockOn(file: string): { free(): void } | null {
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    // Else a journal would lie beside it for as long.
    lock.pragma('journal_mode = MEMORY')
    // What is locked for the first write stays so.
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.pragma('user_version = 1')
    held.add(lock)
    return { free: () => void (held.delete(lock) && lock.close()) }
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}

/** Kept, since a connection that nobody refers to is closed with its garbage. */
const held = new Set<Sqlite.Database>()
