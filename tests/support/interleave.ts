import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'

/** Matches a statement that a transaction is about to run. */
export type Statement = (text: string, params: readonly SqlValue[]) => boolean

/** Aborts a transaction so that something else can happen first. */
class BrokenOff extends Error {}

/**
 * The database as seen by a process that another overtakes: the first transaction that runs a
 * matching statement is rolled back, `act` runs, and the transaction is run again.
 */
export function getAheadOf(db: Database, isDue: Statement, act: () => Promise<unknown>): Database {
  let isDone = false
  const write: Database['write'] = async (job) => {
    try {
      return await db.write((tx) =>
        job({
          ...tx,
          run: async (text, params = []) => {
            if (isDone || !isDue(text, params)) return tx.run(text, params)
            throw new BrokenOff()
          },
          later: async (text, params = []) => {
            if (isDone || !isDue(text, params)) return tx.later(text, params)
            throw new BrokenOff()
          },
        }),
      )
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error
      isDone = true
      await act()
      return db.write(job)
    }
  }
  return Object.assign(Object.create(db) as Database, { write })
}
