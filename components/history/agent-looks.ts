import 'server-only'
import { cache } from 'react'
import { texts } from '@/components/i18n/server-texts'
import { sessionAgent } from '@/components/session/session-agent'
import { type SessionAgent, sessionAgents } from '@/lib/agent/session-titles'
import { database } from '@/lib/db/open-database'
import type { Actor } from '@/lib/store/model/actor'
import type { ActorMark } from '@/lib/store/model/actor-mark'

/** An agent in a session, as pages name and mark it. */
export interface ShownAgent {
  name: string
  look: ActorMark
}

/**
 * The agents of those of these actors that are sessions of this server, by the sessions' ids: a
 * session is named and marked by its agent, wherever it wrote.
 */
export async function agentsOf(actors: readonly Actor[]): Promise<Map<string, ShownAgent>> {
  const ids = [...new Set(actors.flatMap(({ type, id }) => (type === 'session' ? [id] : [])))]
  if (ids.length === 0) return new Map()
  const t = await texts()
  const asked = askedInRequest()
  const agents = await Promise.all(ids.map((id) => asked.agentOf(id)))
  return new Map(
    agents.flatMap((agent, at) => {
      const id = ids[at]
      return agent && id !== undefined ? [[id, sessionAgent(t, agent.model)]] : []
    }),
  )
}

/** A page has a mark a row, each of which asks: what is asked in one turn is one query. */
class AgentsAsked {
  private readonly known = new Map<string, Promise<SessionAgent | undefined>>()
  private next: { ids: string[]; agents: Promise<Map<string, SessionAgent>> } | null = null

  agentOf(sessionId: string): Promise<SessionAgent | undefined> {
    const known = this.known.get(sessionId)
    if (known) return known
    this.next ??= this.begun()
    this.next.ids.push(sessionId)
    const agent = this.next.agents.then((agents) => agents.get(sessionId))
    this.known.set(sessionId, agent)
    return agent
  }

  private begun() {
    const ids: string[] = []
    const agents = new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.next = null
      return sessionAgents(database(), ids)
    })
    return { ids, agents }
  }
}

const askedInRequest = cache(() => new AgentsAsked())
