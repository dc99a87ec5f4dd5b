import 'server-only'
import { database } from '@/lib/db/open-database'
import { listClients } from '@/lib/mcp/clients'
import { LOCAL_API_ACTOR } from '@/lib/store/model/actor'
import { actorNames } from '@/lib/store/stores/name-actor'
import type { ClientsAnswer } from './clients-answer'

/** Clients shown; others called longer ago. */
const MAX_SHOWN = 20

/** The programs that called over MCP, with their keys' names. */
export async function readClients(): Promise<ClientsAnswer> {
  const clients = await listClients(database(), MAX_SHOWN)
  const names = await actorNames(
    database(),
    clients.map(({ actorId }) => actorId),
  )
  return {
    clients: clients.map(({ id, actorId, name, version, calls, lastCalledAt }) => {
      const keyName = actorId === LOCAL_API_ACTOR.id ? null : (names.get(actorId) ?? actorId)
      return { id, name, version, keyName, calls, lastCalledAt }
    }),
    now: Date.now(),
  }
}
