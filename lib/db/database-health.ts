import { causeOf, log } from '@/lib/log'
import { type DatabaseFault, databaseFaultOf } from './database-fault'

/** The database's state as last observed, beyond the errors that callers get. */
export class DatabaseHealth {
  private current: DatabaseFault | null = null
  private found: readonly string[] = []
  private looked: number | null = null

  /**
   * why the last write failed, or the next one would; null: the last succeeded, or was refused for a
   * reason of its own
   */
  get writeFault(): DatabaseFault | null {
    return this.current
  }

  /** the faults that the last scan of the whole file found */
  get damage(): readonly string[] {
    return this.found
  }

  /** when that scan ran, milliseconds since 1970; null: not yet */
  get lookedAt(): number | null {
    return this.looked
  }

  noteDamage(found: readonly string[]): void {
    this.found = found
    this.looked = Date.now()
    if (found.length > 0) log.error('the database file is damaged', { places: found.length })
  }

  /** Notes that something failed, if it was a database fault. Logs the first of its kind in a row. */
  note(error: unknown): void {
    const fault = databaseFaultOf(error)?.fault ?? null
    if (fault === null) return
    if (fault !== this.current) {
      log.error('the database could not be written', { fault, ...causeOf(error) })
    }
    this.current = fault
  }

  /** Watches a write. */
  async watch<T>(write: Promise<T>): Promise<T> {
    try {
      const value = await write
      if (this.current !== null) log.info('the database is written again')
      this.current = null
      return value
    } catch (error) {
      this.note(error)
      throw error
    }
  }
}
