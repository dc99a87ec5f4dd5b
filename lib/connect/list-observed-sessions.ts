import type { Database } from '@/lib/db/database'
import type { ObservedName } from './observed-names'
import { listedObserved, newestChangesetOf } from './sql/observed-sessions'

/**
 * A conversation in another program, so far as it wrote or read in watched folders. Times in ms
 * since 1970.
 */
export interface ObservedSession extends ObservedName {
  id: string
  /** by which its own program knows it */
  outerId: string
  clientVersion: string
  /** the folder that it works in; '': unknown */
  project: string
  /** '': unknown */
  model: string
  lastAt: number
  /** versions that it wrote; 0: it only read */
  changeCount: number
  /** the newest of its changes to be reviewed; null: there is none */
  changesetId: string | null
  storeName: string
}

/** The observed sessions that wrote last. */
export async function listObservedSessions(
  db: Database,
  { limit }: { limit: number },
): Promise<ObservedSession[]> {
  const rows = await listedObserved(db.read, limit)
  return rows.map((row) => ({ ...row, model: row.model ?? '' }))
}

/** The newest changes to be reviewed of an observed session; null: it is none, or changed nothing. */
export async function changesetOfObserved(db: Database, sessionId: string): Promise<string | null> {
  return (await newestChangesetOf(db.read, sessionId))?.id ?? null
}
