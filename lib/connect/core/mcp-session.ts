import type { Database } from '@/lib/db/database'
import { noteObserved, notifyAttributed } from './observed-session'
import type { SessionFact } from './transcript-line'

/** A write over MCP and the hook that tells of it are so close, milliseconds. */
const LATELY_MS = 60_000

/** Of each store so many of its newest changes are looked at. */
const MAX_CHANGES = 50

export interface ToldCall {
  toolUseId: string
  tool: string
  session: SessionFact
  at: number
}

/**
 * Notes the session of what a call over MCP wrote, which names its tool use but no session: the hook
 * that names the same tool use tells. A version that names a session keeps it.
 */
export async function noteMcpSession(db: Database, told: ToldCall): Promise<void> {
  const rows = await db.read.all<{ store_key: number; sequence: number }>(
    `SELECT v.store_key, v.sequence FROM memory_stores s
     JOIN memory_versions v ON v.store_key = s.key AND v.sequence > s.last_sequence - ${MAX_CHANGES}
     WHERE s.last_changed_at >= ? AND s.deleted_at IS NULL AND v.tool_use_id = ?
       AND v.session_id IS NULL AND v.actor_type = 'api_key'`,
    [told.at - LATELY_MS, told.toolUseId],
  )
  if (rows.length === 0) return
  await db.write(async (tx) => {
    const sessionId = await noteObserved(tx, { ...told, firstPrompt: '' })
    for (const { store_key, sequence } of rows) {
      const noted = await tx.get(
        `INSERT INTO attributions (store_key, sequence, confidence, source, session_id, tool_use_id,
           tool, called_at, noted_at, is_late) VALUES (?, ?, 'exact', 'hook', ?, ?, ?, ?, ?, 1)
         ON CONFLICT (store_key, sequence) DO NOTHING RETURNING sequence`,
        [store_key, sequence, sessionId, told.toolUseId, told.tool, told.at, Date.now()],
      )
      if (noted === undefined) continue
      await notifyAttributed(tx, store_key, sequence)
      tx.touch(store_key)
    }
  })
}
