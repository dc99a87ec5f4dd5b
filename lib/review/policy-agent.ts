import type { Sql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { chunked } from '@/lib/text/chunked'

/**
 * The name by which an agent is judged: what it earned, and what it is suspended for, are kept by
 * it. That of a key is its id. A session that a person opened goes by its model, `model:…`, since
 * each session would be another agent; one that a key opened goes by that key, which chose what the
 * model is told.
 */
export async function agentOf(sql: Sql, actor: Actor): Promise<string> {
  if (actor.type !== 'session') return actor.id
  return (await agentsOfSessions(sql, [actor.id])).get(actor.id) ?? actor.id
}

const SESSIONS_PER_QUERY = 200

/** The same for many sessions, by their ids. */
export async function agentsOfSessions(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const agents = new Map<string, string>()
  for (const part of chunked(ids, SESSIONS_PER_QUERY)) {
    const rows = await sql.all<SessionRow>(
      `SELECT id, settings, actor_type, actor_id FROM sessions
       WHERE id IN (${part.map(() => '?').join(', ')})`,
      part,
    )
    for (const row of rows) agents.set(row.id, agentOfSession(row))
  }
  return agents
}

interface SessionRow {
  id: string
  settings: string
  actor_type: string | null
  actor_id: string | null
}

function agentOfSession({ id, settings, actor_type, actor_id }: SessionRow): string {
  if (actor_type === 'api_key' && actor_id !== null) return actor_id
  const { model } = JSON.parse(settings) as { model?: unknown }
  return typeof model === 'string' && model !== '' ? `model:${model}` : id
}
