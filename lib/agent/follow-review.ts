import type { Database } from '@/lib/db/database'
import { sharedRead } from '@/lib/live/shared-read'
import { type SessionReview, sessionsReview } from '@/lib/review/changesets/sessions-review'
import { changedStores } from '@/lib/store/stores/read-stores'

/** A session's changes and how much of them waits for a person; null: it changed nothing. */
export async function sessionReview(
  db: Database,
  sessionId: string,
): Promise<SessionReview | null> {
  const reviews = await sessionsReview(db, [sessionId])
  return reviews.get(sessionId) ?? null
}

/** The review of a session's changes at first, and whenever it is another, until the signal is aborted. */
export async function* followReview(
  db: Database,
  sessionId: string,
  signal: AbortSignal,
): AsyncGenerator<SessionReview | null, void> {
  let known: string | undefined
  const changes = changedStores(db, signal)
  try {
    while (!(await changes.next()).done) {
      const review = await sharedRead(db, `${sessionId} review`, () => sessionReview(db, sessionId))
      const state = JSON.stringify(review)
      if (state !== known) yield review
      known = state
    }
  } finally {
    await changes.return(undefined)
  }
}
