import type { Database } from '@/lib/db/database'
import { noteObserved, notifyAttributed } from './core/observed-session'
import type { SessionFact } from './core/transcript-line'
import { putAttribution } from './sql/attributions'
import { heardOverMcp, insertHeard } from './sql/heard-calls'
import { writtenByCall } from './sql/versions'

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
  const { outerId, project } = session
  const call = { toolUseId, tool, outerId, project, fromAt: at, at }
  await db.write((tx) => insertHeard(tx, { kind: 'mcp', fileHash: null, sha256: null, ...call }))
}

/**
 * The session of a call over MCP that a hook told of before it was made, by the name of its tool use;
 * null: none did. It is a claim, as a session's header is, and gives no right.
 */
export async function sessionOfMcpCall(db: Database, toolUseId: string): Promise<string | null> {
  const heard = await heardOverMcp(db.read, toolUseId, Date.now() - TTL_MS)
  if (!heard) return null
  const { outerId, project, at } = heard
  const session = { outerId, project, clientVersion: '' }
  return db.write((tx) => noteObserved(tx, { session, at, firstPrompt: '' }))
}

/**
 * Notes the session of what a call over MCP wrote, which names its tool use and, unless a hook told of
 * it before, no session: the hook that names the same tool use tells. A version that names another
 * session keeps it.
 */
export async function noteMcpSession(db: Database, told: ToldCall): Promise<void> {
  const { toolUseId, tool, session, at } = told
  const written = await writtenByCall(db.read, {
    toolUseId,
    outerId: session.outerId,
    since: at - LATELY_MS,
    perStore: MAX_CHANGES,
  })
  if (written.length === 0) return
  await db.write(async (tx) => {
    const sessionId = await noteObserved(tx, { session, at, firstPrompt: '' })
    for (const { storeKey, sequence, sessionId: named } of written) {
      const isNoted = await putAttribution(tx, {
        storeKey,
        sequence,
        confidence: 'exact',
        source: 'hook',
        sessionId,
        toolUseId,
        tool,
        model: null,
        calledAt: at,
        notedAt: Date.now(),
        isLate: Number(named === null),
        prompt: null,
        said: null,
      })
      if (!isNoted) continue
      await notifyAttributed(tx, storeKey, sequence)
      tx.touch(storeKey)
    }
  })
}
