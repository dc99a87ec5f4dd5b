import type { ExperimentsNews } from '@/components/experiments/experiments-news'
import { database } from '@/lib/db/open-database'
import { experimentsState } from '@/lib/experiments/experiments-state'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ storeId: string }>
}

/** How far a store's experiments are, for their pages to know when to come anew. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { storeId } = await params
  const state = await experimentsState(database(), storeId)
  return Response.json({ state } satisfies ExperimentsNews)
}
