import { readClients } from '@/components/connections/read-clients'

export const dynamic = 'force-dynamic'

/** Which programs call over MCP, for a page that stays open. */
export async function GET(): Promise<Response> {
  return Response.json(await readClients())
}
