import type { WriteSql } from '@/lib/db/sql'
import { addChangesetUpdated } from './review-events'
import { setState, wakeNoMore } from './sql/open-work'

/**
 * Opens or closes a changeset by what is left to decide in it: it is done once nothing in it is
 * undecided, nothing rejected waits to be applied, no write waits for a person and no answer to a
 * comment to be looked at, even if it was snoozed: else it would come back with nothing to decide.
 * Does nothing while its last changes are not examined.
 */
export async function followOpenWork(tx: WriteSql, changesetKey: number): Promise<void> {
  await setState(tx, changesetKey)
  await wakeNoMore(tx, changesetKey)
  await addChangesetUpdated(tx, changesetKey)
}
