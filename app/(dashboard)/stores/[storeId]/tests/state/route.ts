import type { TestsNews } from '@/components/memory-tests/tests-news'
import { database } from '@/lib/db/open-database'
import { testsState } from '@/lib/memory-tests/tests-state'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ storeId: string }>
}

/** How far a store's tests are, for their page to know when to come anew. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { storeId } = await params
  const state = await testsState(database(), storeId)
  return Response.json({ state } satisfies TestsNews)
}
