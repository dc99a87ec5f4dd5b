import type { Database } from '@/lib/db/database'
import { agentsOfSessions } from './policy-agent'

/** So many changesets are looked at, the newest. */
const MAX_CHANGESETS = 500
const MAX_AGENTS = 50

/**
 * The agents that wrote in a store lately, the latest first, by the names that rules know them by
 * (`agentOf`).
 */
export async function policyAgents(db: Database, storeId: string): Promise<string[]> {
  const rows = await db.bulk.all<{ actor_type: string; actor_id: string }>(
    `SELECT c.actor_type, c.actor_id FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.id = ? ORDER BY c.key DESC LIMIT ?`,
    [storeId, MAX_CHANGESETS],
  )
  const sessions = rows.flatMap((row) => (row.actor_type === 'session' ? [row.actor_id] : []))
  const known = await agentsOfSessions(db.bulk, [...new Set(sessions)])
  const agents = new Set(rows.map(({ actor_id }) => known.get(actor_id) ?? actor_id))
  return [...agents].slice(0, MAX_AGENTS)
}
