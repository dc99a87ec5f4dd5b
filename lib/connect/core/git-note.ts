import { countUncommitted } from '@/lib/transfer/count-uncommitted'
import { SourceError } from '@/lib/transfer/source'
import { watchReach } from '../watch-reach'
import type { Unwatched } from '../model/connection'
import { lastSequenceOf } from '../sql/stores'
import type { WatchedFolder } from './watched-folder'

/** Git is asked again so often, milliseconds, and once anything changed in the store. */
const ASK_EVERY_MS = 60_000

/** A repository that takes longer tells nothing. */
const TIMEOUT_MS = 5_000

/** Of a folder in a git repository, what is not committed: nobody commits here for its owner. */
export async function uncommittedIn(
  folder: WatchedFolder,
): Promise<Pick<Unwatched, 'uncommitted'>> {
  const { db, row, git } = folder
  const sequence = await lastSequenceOf(db.read, row.storeKey)
  if (sequence !== git.sequence || Date.now() - git.askedAt >= ASK_EVERY_MS) {
    const uncommitted = await asked(row.location)
    folder.git = { uncommitted, askedAt: Date.now(), sequence }
  }
  const { uncommitted } = folder.git
  return uncommitted === null ? {} : { uncommitted }
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
