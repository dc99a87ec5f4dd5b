import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { dueProposals } from '@/lib/store/proposals/proposals'
import { lapseProposal } from '../lapse-proposal'

/** Interval of the check for writes that have waited long enough; milliseconds. */
const EVERY_MS = 30_000

const MAX_AT_ONCE = 100

/** Ends writes whose time to wait is over. Returns the function that stops it. */
export function startLapsing(db: Database): () => void {
  const lapse = () =>
    void lapseDueProposals(db, Date.now()).catch((error: unknown) => {
      log.warn('waiting writes could not be looked at', causeOf(error))
    })
  const timer = setInterval(lapse, EVERY_MS).unref()
  lapse()
  return () => clearInterval(timer)
}

/** Ends the writes whose time to wait is over. `now`: milliseconds since 1970. */
export async function lapseDueProposals(db: Database, now: number): Promise<void> {
  for (const proposal of await dueProposals(db, now, MAX_AT_ONCE)) {
    await lapseProposal(db, proposal).catch((error: unknown) => {
      log.warn('a waiting write could not be ended', { proposal: proposal.id, ...causeOf(error) })
    })
  }
}
