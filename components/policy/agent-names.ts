import 'server-only'
import { database } from '@/lib/db/open-database'
import { actorNames } from '@/lib/store/name-actor'
import { nameOrId } from '@/lib/text/name-or-id'

const MODEL = 'model:'

/** What agents are called on screen, by the names that rules know them by. */
export async function agentNames(agents: readonly string[]): Promise<Record<string, string>> {
  const isModel = (agent: string) => agent.startsWith(MODEL)
  const known = await actorNames(
    database(),
    agents.filter((agent) => !isModel(agent)),
  )
  return Object.fromEntries(
    agents.map((agent) => [
      agent,
      isModel(agent) ? agent.slice(MODEL.length) : nameOrId(known.get(agent), agent),
    ]),
  )
}
