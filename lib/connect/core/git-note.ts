import type { Database } from '@/lib/db/database'
import { countUncommitted } from '@/lib/transfer/count-uncommitted'
import { SourceError } from '@/lib/transfer/source'
import type { Unwatched } from '../model/connection'
import type { ConnectionRow } from '../sql/connections'
import { lastSequenceOf } from '../sql/stores'
import { watchReach } from '../watch-reach'

/** Git is asked again so often, milliseconds, and once anything changed in the store. */
const ASK_EVERY_MS = 60_000

/** A repository that takes longer tells nothing. */
const TIMEOUT_MS = 5_000

/** Asks git about a folder in a repository: nobody commits here for its owner. */
export class GitNote {
  private uncommitted: number | null = null
  private askedAt = 0
  private sequence = 0

  /** Counts what is not committed; nothing where there is no repository, or it does not tell. */
  async uncommittedIn(
    db: Database,
    { storeKey, location }: ConnectionRow,
  ): Promise<Pick<Unwatched, 'uncommitted'>> {
    const sequence = await lastSequenceOf(db.read, storeKey)
    if (sequence !== this.sequence || Date.now() - this.askedAt >= ASK_EVERY_MS) {
      this.uncommitted = await asked(location)
      this.askedAt = Date.now()
      this.sequence = sequence
    }
    return this.uncommitted === null ? {} : { uncommitted: this.uncommitted }
  }
}

async function asked(location: string): Promise<number | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await countUncommitted(location, await watchReach(), signal)
  } catch (error) {
    if (error instanceof SourceError || signal.aborted) return null
    throw error
  }
}
