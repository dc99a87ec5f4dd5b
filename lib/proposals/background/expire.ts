import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { proposeExpired } from '../expire-memories'

/** Interval of the search for unused memories; milliseconds. */
const EVERY_MS = 60 * 60_000

/** Proposes to delete what nobody uses, where a store says so. Returns the function that stops it. */
export function startExpiring(db: Database): () => void {
  const expire = () =>
    void proposeExpired(db, Date.now()).catch((error: unknown) => {
      log.warn('what nobody uses could not be looked for', causeOf(error))
    })
  const timer = setInterval(expire, EVERY_MS).unref()
  expire()
  return () => clearInterval(timer)
}
