import type { Database } from '@/lib/db/database'
import { noteObserved, notifyAttributed } from './core/observed-session'
import type { SessionFact } from './core/transcript-line'

/** A call that a hook told of before it is made may wait for a person so long; milliseconds. */
const TTL_MS = 10 * 60_000

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

/** Notes a call over MCP that a hook tells of before it is made. */
export async function noteMcpCall(db: Database, told: ToldCall): Promise<void> {
  const { toolUseId, tool, session, at } = told
  await db.write((tx) =>
    tx.run(
      `INSERT INTO heard_calls (kind, tool_use_id, tool, outer_id, project, from_at, at)
       VALUES ('mcp', ?, ?, ?, ?, ?, ?)`,
      [toolUseId, tool, session.outerId, session.project, at, at],
    ),
  )
}

/**
 * The session of a call over MCP that a hook told of before it was made, by the name of its tool use;
 * null: none did. It is a claim, as a session's header is, and gives no right.
 */
export async function sessionOfMcpCall(db: Database, toolUseId: string): Promise<string | null> {
  const heard = await db.read.get<{ outer_id: string; project: string; at: number }>(
    `SELECT outer_id, project, at FROM heard_calls
     WHERE kind = 'mcp' AND tool_use_id = ? AND at >= ? ORDER BY key DESC LIMIT 1`,
    [toolUseId, Date.now() - TTL_MS],
  )
  if (!heard) return null
  const session = { outerId: heard.outer_id, project: heard.project, clientVersion: '' }
  return db.write((tx) => noteObserved(tx, { session, at: heard.at, firstPrompt: '' }))
}

/**
 * Notes the session of what a call over MCP wrote, which names its tool use and, unless a hook told of
 * it before, no session: the hook that names the same tool use tells. A version that names another
 * session keeps it.
 */
export async function noteMcpSession(db: Database, told: ToldCall): Promise<void> {
  const rows = await db.read.all<{
    store_key: number
    sequence: number
    session_id: string | null
  }>(
    `SELECT v.store_key, v.sequence, v.session_id FROM memory_stores s
     JOIN memory_versions v ON v.store_key = s.key AND v.sequence > s.last_sequence - ${MAX_CHANGES}
     WHERE s.last_changed_at >= ? AND s.deleted_at IS NULL AND v.tool_use_id = ?
       AND v.actor_type = 'api_key' AND (v.session_id IS NULL
         OR v.session_id IN (SELECT id FROM observed_sessions WHERE outer_id = ?))`,
    [told.at - LATELY_MS, told.toolUseId, told.session.outerId],
  )
  if (rows.length === 0) return
  await db.write(async (tx) => {
    const sessionId = await noteObserved(tx, { ...told, firstPrompt: '' })
    for (const { store_key, sequence, session_id } of rows) {
      const noted = await tx.get(
        `INSERT INTO attributions (store_key, sequence, confidence, source, session_id, tool_use_id,
           tool, called_at, noted_at, is_late) VALUES (?, ?, 'exact', 'hook', ?, ?, ?, ?, ?, ?)
         ON CONFLICT (store_key, sequence) DO NOTHING RETURNING sequence`,
        [
          store_key,
          sequence,
          sessionId,
          told.toolUseId,
          told.tool,
          told.at,
          Date.now(),
          Number(session_id === null),
        ],
      )
      if (noted === undefined) continue
      await notifyAttributed(tx, store_key, sequence)
      tx.touch(store_key)
    }
  })
}
