import { causeOf, log } from '@/lib/log'
import { type DatabaseFault, databaseFaultOf } from './database-fault'

/** What is known of a database's state besides what each caller is told. */
export class DatabaseHealth {
  private current: DatabaseFault | null = null
  private found: readonly string[] = []
  private looked: number | null = null

  /** what the last write met; null: it was written, or refused for a reason of its own */
  get writeFault(): DatabaseFault | null {
    return this.current
  }

  /** what a look through the whole file found wrong */
  get damage(): readonly string[] {
    return this.found
  }

  /** when that was, milliseconds since 1970; null: not yet */
  get lookedAt(): number | null {
    return this.looked
  }

  noteDamage(found: readonly string[]): void {
    this.found = found
    this.looked = Date.now()
    if (found.length > 0) log.error('the database file is damaged', { places: found.length })
  }

  /** Watches a write. The first of its kind that fails for a fault of the database is logged. */
  async watch<T>(write: Promise<T>): Promise<T> {
    try {
      const value = await write
      if (this.current !== null) log.info('the database is written again')
      this.current = null
      return value
    } catch (error) {
      const fault = databaseFaultOf(error)?.fault ?? null
      if (fault !== null && fault !== this.current) {
        log.error('the database could not be written', { fault, ...causeOf(error) })
      }
      if (fault !== null) this.current = fault
      throw error
    }
  }
}
