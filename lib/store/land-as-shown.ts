import type { Database } from '@/lib/db/database'
import { basesOfCause, type Recognised } from './propose-changes'
import { baseOf, isSameBase } from './model/shown-changes'

/** What would be written is not what was shown; nothing was written. */
export class ChangedSinceShownError extends Error {
  override readonly name = 'ChangedSinceShownError'
}

/**
 * Runs `work`, all of whose changes must be made in one transaction: it commits only if they start
 * from exactly the versions that were shown. Of work that changes something in two, the first is not
 * all that was shown, so nothing is changed. Throws `ChangedSinceShownError`; then nothing was
 * changed. `cause` must name a session and a tool use, which identify the changes.
 */
export async function landAsShown<T>(
  db: Database,
  cause: Recognised,
  base: readonly string[],
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const guarded = Object.create(db) as Database
  Object.defineProperty(guarded, 'write', {
    value: <Value>(job: Parameters<Database['write']>[0]) =>
      db.write(async (tx) => {
        const touched = new Set<number>()
        const touch = (key: number) => {
          touched.add(key)
          tx.touch(key)
        }
        const value = (await job({ ...tx, touch })) as Value
        const bases = await basesOfCause(tx, touched, cause)
        if (touched.size > 0 && !isSameBase(baseOf(bases), base)) {
          throw new ChangedSinceShownError('the write changed since it was looked at')
        }
        return value
      }),
  })
  return work(guarded)
}
