import 'server-only'
import { actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { sessionAgent } from '@/components/session/session-agent'
import { database } from '@/lib/db/open-database'
import { actorNames } from '@/lib/store/stores/name-actor'

const MODEL = 'model:'

/** Returns the names of agents on screen, by the names that rules use for them. */
export async function agentNames(agents: readonly string[]): Promise<Record<string, string>> {
  if (agents.length === 0) return {}
  const t = await texts()
  const isModel = (agent: string) => agent.startsWith(MODEL)
  const known = await actorNames(
    database(),
    agents.filter((agent) => !isModel(agent)),
  )
  return Object.fromEntries(
    agents.map((agent) => [
      agent,
      isModel(agent)
        ? sessionAgent(t, agent.slice(MODEL.length)).name
        : actorTitle(t, { id: agent }, known),
    ]),
  )
}
