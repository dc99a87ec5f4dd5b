import type { Database } from '@/lib/db/database'
import { findStore } from '../write/store-transaction'

/** Whether a session of this server has the store attached, and so shows its history on its page. */
export async function hasSession(
  db: Database,
  { storeId, sessionId }: { storeId: string; sessionId: string },
): Promise<boolean> {
  const row = await db.read.get(
    `SELECT 1 AS found FROM session_stores a JOIN sessions s ON s.key = a.session_key
     WHERE s.id = ? AND a.store_id = ?`,
    [sessionId, storeId],
  )
  return row !== undefined
}

/** The newest changes of a store that belong together. */
export interface LastRun {
  /** what joins them: one session, one batch, or only one actor */
  kind: 'session' | 'batch' | 'actor'
  /** the last change before them; 0: there is none */
  after: number
}

interface RunRow {
  session_id: string | null
  batch_key: number | null
  actor_type: string
  actor_id: string
}

/**
 * The store's newest changes, back to the first by another session, another batch, or somebody else.
 * Null if nothing was ever written. Costs the length of the run. Refuses `store_not_found`.
 */
export async function lastRun(db: Database, storeId: string): Promise<LastRun | null> {
  const { key } = await findStore(db.read, storeId)
  const last = await db.read.get<RunRow>(
    `SELECT session_id, batch_key, actor_type, actor_id FROM memory_versions
     WHERE store_key = ? ORDER BY sequence DESC LIMIT 1`,
    [key],
  )
  if (!last) return null
  const { kind, condition, values } = otherThan(last)
  const before = await db.read.get<{ sequence: number }>(
    `SELECT sequence FROM memory_versions WHERE store_key = ? AND (${condition})
     ORDER BY sequence DESC LIMIT 1`,
    [key, ...values],
  )
  return { kind, after: before?.sequence ?? 0 }
}

function otherThan(last: RunRow): Pick<LastRun, 'kind'> & {
  condition: string
  values: (string | number)[]
} {
  if (last.batch_key !== null) {
    const condition = 'batch_key IS NULL OR batch_key <> ?'
    return { kind: 'batch', condition, values: [last.batch_key] }
  }
  if (last.session_id !== null) {
    const condition = 'session_id IS NULL OR session_id <> ?'
    return { kind: 'session', condition, values: [last.session_id] }
  }
  return {
    kind: 'actor',
    condition:
      'session_id IS NOT NULL OR batch_key IS NOT NULL OR actor_type <> ? OR actor_id <> ?',
    values: [last.actor_type, last.actor_id],
  }
}
