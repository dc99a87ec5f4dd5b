import { readClients } from '@/components/connections/read-clients'

export const dynamic = 'force-dynamic'

/** Lists the programs that call over MCP, for a page that stays open. */
export async function GET(): Promise<Response> {
  return Response.json(await readClients())
}
