import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { runDueTests } from './run-due-tests'

/** Interval at which tests are looked at; milliseconds. */
const EVERY_MS = 10_000

/** Runs tests when their time has come. Returns the function that stops it. */
export function startAutomaticTests(db: Database): () => void {
  let isLooking = false
  const look = () => {
    if (isLooking) return
    isLooking = true
    void runDueTests(db, { now: Date.now(), requestsPerDay: settings().testRequestsPerDay })
      .catch((error: unknown) => {
        log.warn('memory tests could not be looked at', causeOf(error))
      })
      .finally(() => {
        isLooking = false
      })
  }
  const timer = setInterval(look, EVERY_MS).unref()
  return () => clearInterval(timer)
}
