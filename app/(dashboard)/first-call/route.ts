import type { LastCall } from '@/components/welcome/last-call'
import { lastOutsideCall, type OutsideCall } from '@/lib/api/outside-calls'
import { database } from '@/lib/db/open-database'
import { listClients } from '@/lib/mcp/clients'

export const dynamic = 'force-dynamic'

/** Answers whether a program has called: since the server started, or over MCP before. */
export async function GET(): Promise<Response> {
  const answer: LastCall = { call: lastOutsideCall() ?? (await lastClientCall()) }
  return Response.json(answer)
}

async function lastClientCall(): Promise<OutsideCall | null> {
  const [client] = await listClients(database(), 1)
  return client ? { at: client.lastCalledAt, program: client.name } : null
}
