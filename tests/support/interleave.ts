import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'

/** A statement that a transaction is about to run. */
export type Statement = (text: string, params: readonly SqlValue[]) => boolean

/** Breaks a transaction off where something else is to happen first. */
class BrokenOff extends Error {}

/**
 * The database as one process sees it that another gets in ahead of: the first transaction that runs
 * such a statement is rolled back, `act` is done, and the transaction is run again.
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
