import type { GateNews } from '@/components/gates/gate-news'
import { database } from '@/lib/db/open-database'
import { gatesAt } from '@/lib/memory-tests/gates/check-gates'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ storeId: string; state: string }>
}

/** How a store's gates stand on a state that would come about, for the page that waits for them. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { gates } = await gatesAt(database(), await params)
  return Response.json({ gates } satisfies GateNews)
}
